"""The examples in the documentation of core and variants are true."""

import doctest
from importlib import import_module
from pkgutil import iter_modules

import pytest

MODULES = [
    f"thirdcard.{layer}.{module.name}"
    for layer in ("core", "variants")
    for module in iter_modules(import_module(f"thirdcard.{layer}").__path__)
]


@pytest.mark.parametrize("name", MODULES)
def test_examples(name: str) -> None:
    assert doctest.testmod(import_module(name)).failed == 0
