"""What lies over the table for a while: the rules, a menu, a line to type."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar

from textual.app import ComposeResult
from textual.containers import Horizontal, Vertical, VerticalScroll
from textual.screen import ModalScreen
from textual.widgets import Input, OptionList, Static

from thirdcard.tui.company import Entry, Menu

__all__ = ["LinePage", "MenuPage", "RulesPage"]

_LINES_SHOWN = 8


class RulesPage(ModalScreen[None]):
    """The rules of what is played, until any of the keys that leave it."""

    BINDINGS: ClassVar = [("escape,q,Q,enter,question_mark", "dismiss", "back")]
    DEFAULT_CSS = """
    RulesPage { align: center middle; background: $background 60%; }
    RulesPage VerticalScroll {
        width: 78; max-width: 100%; height: auto; max-height: 100%;
        border: round $secondary; padding: 0 1; scrollbar-size-vertical: 1;
    }
    """

    def __init__(self, lines: list[str]) -> None:
        super().__init__()
        self._lines = lines

    def compose(self) -> ComposeResult:
        """Yield the lines."""
        with VerticalScroll():
            yield Static("\n".join([*self._lines, "", "Esc goes back."]), markup=False)


class MenuPage(ModalScreen[Entry | None]):
    """A menu, until one of its entries is chosen or `Esc` leaves it."""

    BINDINGS: ClassVar = [("escape,q,Q", "dismiss(None)", "back")]
    DEFAULT_CSS = """
    MenuPage { align: center middle; background: $background 60%; }
    MenuPage Vertical {
        width: 74; max-width: 100%; height: auto; max-height: 100%;
        border: round $secondary; padding: 0 1;
    }
    MenuPage OptionList {
        height: auto; max-height: 16; padding: 0; background: transparent;
    }
    MenuPage OptionList, MenuPage OptionList:focus { border: none; }
    MenuPage .title { text-style: bold; margin-bottom: 1; }
    MenuPage .note { margin-top: 1; color: $text-muted; }
    """

    def __init__(self, menu: Menu) -> None:
        super().__init__()
        self._menu = menu

    def compose(self) -> ComposeResult:
        """Yield the title, the entries, and what is to be said beside."""
        with Vertical():
            yield Static(self._menu.title, classes="title", markup=False)
            yield OptionList(*(entry.text for entry in self._menu.entries), markup=False)
            note = f"{self._menu.note} Esc goes back.".strip()
            yield Static(note, classes="note", markup=False)

    def on_option_list_option_selected(self, event: OptionList.OptionSelected) -> None:
        """Leave with the entry."""
        self.dismiss(self._menu.entries[event.option_index])


class LinePage(ModalScreen[str | None]):
    """A line to type at the foot of the screen, below what was said before.

    Args:
        prompt: what stands before it.
        most: most characters.
        before: what was said, the newest last.
    """

    BINDINGS: ClassVar = [("escape", "dismiss(None)", "back")]
    DEFAULT_CSS = """
    LinePage { align: left bottom; background: transparent; }
    LinePage Vertical { height: auto; max-height: 50%; background: $surface; }
    LinePage Horizontal { height: 1; background: $panel; }
    LinePage .before { padding: 0 1; color: $text-muted; }
    LinePage .prompt { width: auto; padding-left: 1; text-style: bold; }
    LinePage Input { width: 1fr; height: 1; padding: 0; background: $panel; }
    LinePage Input, LinePage Input:focus { border: none; }
    """

    def __init__(self, prompt: str, most: int, before: Sequence[str] = ()) -> None:
        super().__init__()
        self._prompt = prompt
        self._most = most
        self._before = before[-_LINES_SHOWN:]

    def compose(self) -> ComposeResult:
        """Yield what was said, and the line."""
        with Vertical():
            if self._before:
                yield Static("\n".join(self._before), classes="before", markup=False)
            with Horizontal():
                yield Static(self._prompt, classes="prompt", markup=False)
                yield Input(max_length=self._most)

    def on_input_submitted(self, event: Input.Submitted) -> None:
        """Leave with the line."""
        self.dismiss(event.value)
