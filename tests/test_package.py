from importlib.metadata import version

import thirdcard


def test_version_is_the_one_of_the_installed_package() -> None:
    assert thirdcard.__version__ == version("thirdcard")
