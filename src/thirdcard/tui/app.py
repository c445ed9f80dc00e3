"""The application: one table on the whole screen, and the pages that lie over it."""

from __future__ import annotations

from collections.abc import Callable, Coroutine
from typing import Any, Final

from textual import events
from textual.app import App, ComposeResult
from textual.screen import ModalScreen
from textual.strip import Strip
from textual.widget import Widget

from thirdcard.errors import OptionError, Refusal, ThirdcardError
from thirdcard.game.commands import Call, Claim, Flip, Hint, Start, TakeBack, Vote
from thirdcard.game.event_views import (
    ClaimedView,
    ContinuedView,
    EventView,
    ResumedView,
    StartedView,
)
from thirdcard.game.events import Flipped, TurnPassed
from thirdcard.game.table_views import TableView
from thirdcard.server.messages import MAX_CHAT
from thirdcard.tui.board import Chosen, Target, chain_of, plan_board, target_of_key
from thirdcard.tui.canvas import Canvas
from thirdcard.tui.cards import COLOUR, Drawing
from thirdcard.tui.company import Entry, Menu, Question, list_options, list_people
from thirdcard.tui.keyboards import QWERTY, Rows
from thirdcard.tui.layout import move
from thirdcard.tui.pages import LinePage, MenuPage, RulesPage
from thirdcard.tui.rules import tell_rules
from thirdcard.tui.screen import Shown, board_area, draw_screen, find_at, iter_deeds
from thirdcard.tui.source import Action, Errand, News, Say, Source
from thirdcard.tui.words import Notice, describe_event, describe_hint, describe_refusal

__all__ = ["TableApp"]

_RULES_WIDTH: Final = 72
_MOST_NOTICES: Final = 60
_SECOND: Final = 0.5
_TURN_EVENTS: Final = (StartedView, TurnPassed, Flipped, ClaimedView, ResumedView)
_ARROWS: Final = {"left": (-1, 0), "right": (1, 0), "up": (0, -1), "down": (0, 1)}


class Picture(Widget):
    """The canvas that is shown."""

    DEFAULT_CSS = "Picture { width: 100%; height: 100%; }"

    def __init__(self, draw: Callable[[int, int], Canvas]) -> None:
        super().__init__()
        self._draw = draw
        self._canvas: Canvas | None = None

    def render_line(self, y: int) -> Strip:
        """Return a row of the screen."""
        width, height = self.size
        if y == 0 or self._canvas is None or self._canvas.height != height:
            self._canvas = self._draw(width, height)
        return Strip(self._canvas.row(y)) if y < self._canvas.height else Strip.blank(width)


class TableApp(App[None]):
    """A table that one person plays at.

    Attributes:
        failure: why there is no table, empty where there is one.

    Args:
        source: the table.
        drawing: how cards are drawn.
        keys: what stands on the keys that mark cards.
    """

    ENABLE_COMMAND_PALETTE = False
    CSS = "Screen { overflow: hidden; }"

    def __init__(self, source: Source, drawing: Drawing = COLOUR, keys: Rows = QWERTY) -> None:
        super().__init__()
        self.failure = ""
        self._source = source
        self._drawing: Drawing = drawing
        self._keys = keys
        self._targets: dict[Target, str] = {}
        self._cursor: int | None = None
        self._notices: list[Notice] = []
        self._turn_since = 0
        self._picture = Picture(self._draw)

    # -- what is seen -------------------------------------------------------------------------

    def compose(self) -> ComposeResult:
        """Yield the picture of the table."""
        yield self._picture

    @property
    def shown(self) -> Shown:
        """All that is to be seen now."""
        view = self._source.view
        hint = self._source.hint or (view.hint if view else None)
        return Shown(
            view,
            self._source.seat,
            Chosen(tuple(self._targets), self._cursor, hint, self._drawing, self._keys),
            tuple(self._notices),
            self._source.now(),
            self._turn_since,
            self._source.trouble,
            self._source.has_company,
        )

    def _draw(self, width: int, height: int) -> Canvas:
        return draw_screen(self.shown, width, height)

    async def on_mount(self) -> None:
        """Go to the table."""
        self._source.tell = self._hear
        self.set_interval(_SECOND, self._picture.refresh)
        self._do(self._go())

    async def _go(self) -> None:
        try:
            await self._source.open()
        except ThirdcardError as error:
            self._fail(error)

    def _fail(self, error: ThirdcardError) -> None:
        self.failure = str(error)
        self.exit()

    async def on_unmount(self) -> None:
        """Leave the table."""
        await self._source.close()

    def _hear(self, news: News) -> None:
        """Take in what has changed."""
        if news.event is not None and news.view is not None:
            self._take_in(news.view, news.event)
        elif news.view is not None and not self._turn_since:
            # Since when the turn lasts is not told to who comes in the middle of it.
            self._turn_since = self._source.now()
        if news.said is not None:
            self._say(Notice(news.said.text, "refusal" if news.said.is_trouble else "plain"))
        self._drop_lost_marks()
        self._picture.refresh()

    def _take_in(self, view: TableView, event: EventView) -> None:
        notice = describe_event(view, event, self._source.seat)
        if notice is not None:
            self._say(notice)
        if isinstance(event, _TURN_EVENTS):
            self._turn_since = event.at
        elif isinstance(event, ContinuedView):
            self._turn_since += event.pause_ms
        if isinstance(event, StartedView):
            self._cursor = None

    def _say(self, *notices: Notice) -> None:
        self._notices = [*self._notices, *notices][-_MOST_NOTICES:]
        self._picture.refresh()

    # -- marking ------------------------------------------------------------------------------

    def _card_of(self, target: Target) -> str | None:
        """Return the card that a mark is for, None where there is none any more."""
        view = self._source.view
        if view is None:
            return None
        if target.slot is not None:
            slot = view.slots[target.slot] if target.slot < len(view.slots) else None
            return None if slot is None else slot.card
        chain = chain_of(view, self._source.seat)
        assert target.chain is not None
        return chain[target.chain].card if target.chain < len(chain) else None

    def _drop_lost_marks(self) -> None:
        kept = {t: card for t, card in self._targets.items() if self._card_of(t) == card}
        self._targets = kept
        view = self._source.view
        if view is not None and self._cursor is not None and self._cursor >= len(view.slots):
            self._cursor = None

    def _choose(self, target: Target) -> None:
        """Turn a card up, or mark it; what is marked is claimed once it is enough."""
        view = self._source.view
        if view is None or view.phase != "playing":
            return
        if view.face_down:
            if target.slot is not None:
                self._act(Flip("", target.slot, view.seq))
            return
        if target in self._targets:
            del self._targets[target]
        elif (card := self._card_of(target)) is not None:
            self._targets[target] = card
        self._picture.refresh()
        if len(self._targets) == view.claim_sizes[1]:
            self._claim(view)

    def _claim(self, view: TableView) -> None:
        if view.options.call_seconds and (view.call is None or view.call.seat != self._source.seat):
            self._targets = {}
            self._say(Notice("Call first, with C; then mark your cards.", "refusal"))
            return
        cards = tuple(self._targets.values())
        self._targets = {}
        self._act(Claim("", cards, view.seq))

    # -- doing --------------------------------------------------------------------------------

    def _act(self, action: Action) -> None:
        self._do(self._source.do(action), action)

    def _do(self, work: Coroutine[Any, Any, None], action: Action | None = None) -> None:
        """Let something be done without holding the screen up, and say why if it is not."""
        self.run_worker(self._try(work, action), exit_on_error=True)

    async def _try(self, work: Coroutine[Any, Any, None], action: Action | None) -> None:
        try:
            await work
        except Refusal as refusal:
            cards = action.cards if isinstance(action, Claim) else ()
            self._say(*describe_refusal(refusal, cards))
        except ThirdcardError as error:
            self._fail(error)
        else:
            view = self._source.view
            if isinstance(action, Hint) and view is not None and self._source.hint is not None:
                self._say(describe_hint(view, self._source.hint))
        self._picture.refresh()

    async def on_key(self, event: events.Key) -> None:
        """Mark the card of a key, or do what the key is for."""
        if isinstance(self.screen, ModalScreen):
            return
        if self._press(event.key, event.character or ""):
            event.stop()
            event.prevent_default()

    def _press(self, key: str, character: str) -> bool:
        view = self._source.view
        if view is not None and view.phase == "playing" and view.paused is None:
            _, _, width, height = board_area(*self.size)
            plan = plan_board(view, self._source.seat, width, height, self._keys)
            target = target_of_key(view, self._source.seat, plan, character)
            if target is not None:
                self._choose(target)
                return True
            if key in _ARROWS:
                at = 0 if self._cursor is None else self._cursor
                self._cursor = at if self._cursor is None else move(plan, at, *_ARROWS[key])
                self._picture.refresh()
                return True
            if key == "space" and self._cursor is not None and view.slots[self._cursor]:
                self._choose(Target(slot=self._cursor))
                return True
        # On most tables q is a card: it must not end the program a moment after the end.
        is_card = character == "q" and view is not None and view.phase != "waiting"
        wanted = {"escape": "Esc", "enter": "Enter"}.get(key, character.upper())
        wanted = "" if is_card else wanted
        deeds = iter_deeds(view, self._source.seat, self._source.has_company)
        deed = next((deed for deed in deeds if deed.key == wanted), None)
        if deed is not None:
            self._perform(deed.name)
        return deed is not None

    def on_click(self, event: events.Click) -> None:
        """Mark the card that was clicked, or do what the last line says."""
        if isinstance(self.screen, ModalScreen):
            return
        size = self.size
        found = find_at(self.shown, (size.width, size.height), event.screen_x, event.screen_y)
        if isinstance(found, Target):
            self._choose(found)
        elif found is not None:
            self._perform(found)

    def _perform(self, name: str) -> None:
        """Do what a key of the last line is for."""
        view = self._source.view
        if name == "quit":
            self.exit()
        elif view is None:
            return
        elif name == "rules":
            self.push_screen(RulesPage(tell_rules(view, _RULES_WIDTH)))
        elif name == "unmark":
            self._targets = {}
            self._picture.refresh()
        elif name == "again":
            self._targets, self._notices = {}, []
            self._do(self._source.play_again())
        elif name == "say":
            self.push_screen(LinePage("Say: ", MAX_CHAT, self._source.chat), self._say_line)
        elif name == "people":
            self._open(list_people(view, self._source.seat))
        elif name == "options":
            self._open(list_options(view))
        elif name == "enter" and view.phase == "playing":
            self._claim(view)
        else:
            self._act(_make_action(name, view))

    # -- the company --------------------------------------------------------------------------

    def _say_line(self, text: str | None) -> None:
        if text is not None and text.strip():
            self._do(self._source.arrange(Say(text)))

    def _open(self, menu: Menu) -> None:
        """Show a menu, and go where its entry leads."""
        self.push_screen(MenuPage(menu), self._go_on)

    def _go_on(self, entry: Entry | None) -> None:
        if entry is None:
            return
        match entry.leads_to:
            case Menu() as menu:
                self._open(menu)
            case Question() as question:
                page = LinePage(question.prompt, question.most)
                self.push_screen(page, lambda text: self._answer(question, text))
            case errand:
                self._arrange(errand)

    def _answer(self, question: Question, text: str | None) -> None:
        if text is None or not text.strip():
            return
        try:
            errand = question.read(text)
        except OptionError as error:
            self._say(Notice(str(error), "refusal"))
        else:
            self._arrange(errand)

    def _arrange(self, errand: Errand) -> None:
        self._do(self._source.arrange(errand))


def _make_action(name: str, view: TableView) -> Action:
    """Return what a key of the last line asks of the table."""
    if name == "hint":
        return Vote("", "hint") if view.options.hints == "vote" else Hint("")
    if name == "pause":
        return Vote("", "pause" if view.paused is None else "continue")
    actions: dict[str, Action] = {
        "enter": Start(""),
        "call": Call("", view.seq),
        "more": Vote("", "cards"),
        "take_back": TakeBack(""),
    }
    return actions[name]
