"""Inner loops of the solvers that numba compiles, each with a plain twin that tests try too.

See `thirdcard.jit`.  A search works in pieces of a bounded number of nodes and keeps its state in
arrays, so that it can be stopped between two of them.  ``python -m thirdcard.solvers.kernels``
compiles all kernels beforehand.
"""
