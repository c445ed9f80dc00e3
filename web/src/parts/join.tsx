/** A form for the link or the code of a table, or of a game that is over; a way to write one down. */

import { useState } from "preact/hooks";
import { rich, t } from "../language/language.ts";
import { navigate, readInvitation } from "../net/address.ts";
import { ApiError, fetchTable, say } from "../net/api.ts";

export function JoinForm() {
  const [text, setText] = useState("");
  const [problem, setProblem] = useState("");
  const join = (event: Event): void => {
    event.preventDefault();
    const invitation = readInvitation(text);
    if (invitation === null) {
      setProblem(t("That is neither the link nor the code of a table or a game."));
      return;
    }
    if ("study" in invitation) {
      navigate(invitation.study);
      return;
    }
    const { table, path } = invitation;
    fetchTable(table).then(
      () => navigate(path),
      (error: unknown) =>
        setProblem(
          error instanceof ApiError && error.status === 404
            ? t("There is no table {table}. Is the link complete?", { table })
            : say(error),
        ),
    );
  };
  return (
    <form class="join sheet" onSubmit={join}>
      <h2>{t("Were you invited?")}</h2>
      <div class="row">
        <input
          data-testid="join-input"
          aria-label={t("Link or code of a table")}
          placeholder={t("Paste a link or a code")}
          autocomplete="off"
          autocapitalize="off"
          spellcheck={false}
          value={text}
          onInput={({ currentTarget }) => {
            setText(currentTarget.value);
            setProblem("");
          }}
        />
        <button class="button" data-testid="join" disabled={!text.trim()}>
          {t("Join")}
        </button>
      </div>
      <p class="problem" role="alert" data-testid="join-problem">
        {problem}
      </p>
      <p class="aside">
        {rich("Or {write}.", {
          write: (
            <a href="/t/" data-testid="to-study">
              {t("write down the cards of a table")}
            </a>
          ),
        })}
      </p>
    </form>
  );
}
