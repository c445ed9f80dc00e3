"""Inner loops that numba compiles, each with a plain twin that the tests hold against it.

See `thirdcard.jit` for what a kernel is and where its machine code goes.
``python -m thirdcard.lab.kernels`` compiles all of them beforehand, which is wanted before several
processes start that would each do it.

No kernel uses numba's threads: work is spread over processes, see `thirdcard.lab.work`.  May import
`core` and `variants`; a new kernel is a module here, its plain twin, and a line in ``__main__``.
"""
