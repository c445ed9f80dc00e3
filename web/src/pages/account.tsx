/** Who the reader is here: name, account, what is stored, and how it is deleted. */

import type { ComponentChildren } from "preact";
import { useEffect, useState } from "preact/hooks";
import { language, rich, t, tn } from "../language/language.ts";
import {
  ApiError,
  changePassword,
  deleteMe,
  EXPORT_ADDRESS,
  logIn,
  logOut,
  makeAccount,
  type Me,
  say,
} from "../net/api.ts";
import { handOver } from "../net/daily-courier.ts";
import { openDailyStore } from "../net/daily-store.ts";
import { openPracticeStore } from "../net/practice-store.ts";
import { Field } from "../parts/field.tsx";
import { Masthead } from "../parts/masthead.tsx";
import { useMe } from "../parts/me.tsx";
import { MyName } from "../parts/name.tsx";
import { LONGEST_NAME } from "../parts/sit.tsx";
import { lengthOf } from "../state/chat.ts";
import "../styles/account.css";

/** Fewest characters of a password that the server takes, and most. */
const SHORTEST_PASSWORD = 8;
const LONGEST_PASSWORD = 200;
/** What is typed to confirm that all is to be deleted. */
const confirmation = (): string => t("delete");

/** What a refusal is about: the password that must be right, what is to be new, or neither. */
type Where = "proof" | "entry" | "form";

interface Problem {
  where: Where;
  text: string;
}

/** Return what went wrong, at the field it is about. */
function locate(error: unknown): Problem {
  const text = say(error);
  const status = error instanceof ApiError ? error.status : 0;
  if (status === 401 || status === 403) return { where: "proof", text };
  return { where: status === 400 || status === 409 ? "entry" : "form", text };
}

interface Submission {
  isBusy: boolean;
  /** What to show at a place. */
  problemAt(place: Where): string;
  /** Forget what was wrong: something else is being tried. */
  forget(): void;
  submit(answer: () => Promise<Me>): Promise<boolean>;
}

/** Return how a form tells the server who the reader is to be. */
function useSubmission(): Submission {
  const { become } = useMe();
  const [problem, setProblem] = useState<Problem | null>(null);
  const [isBusy, setBusy] = useState(false);
  return {
    isBusy,
    problemAt: (place) => (problem?.where === place ? problem.text : ""),
    forget: () => setProblem(null),
    submit: async (answer) => {
      setBusy(true);
      setProblem(null);
      try {
        await become(answer());
        return true;
      } catch (error) {
        setProblem(locate(error));
        return false;
      } finally {
        setBusy(false);
      }
    },
  };
}

interface PanelProps {
  title: string;
  testid: string;
  submission: Submission;
  button: string;
  isReady: boolean;
  /** How the button looks: `primary` if nothing is said, `grave` where it does harm. */
  look?: "primary" | "plain" | "grave";
  onSubmit(): void;
  children: ComponentChildren;
}

/** A form with one button. */
function Panel(props: PanelProps) {
  const { title, testid, submission, button, isReady, look = "primary", onSubmit, children } = props;
  return (
    <form
      class="sheet account-panel"
      data-testid={testid}
      onInput={submission.forget}
      onSubmit={(event) => {
        event.preventDefault();
        onSubmit();
      }}
    >
      <h2>{title}</h2>
      {children}
      <p class="problem" role="alert">
        {submission.problemAt("form")}
      </p>
      <button
        class={`button ${look}`}
        disabled={!isReady || submission.isBusy}
      >
        {button}
      </button>
    </form>
  );
}

interface PasswordProps {
  label: string;
  testid: string;
  value: string;
  onValue(value: string): void;
  problem: string;
  isNew: boolean;
}

const leastLength = (): string =>
  tn("At least {count} character.", "At least {count} characters.", SHORTEST_PASSWORD);

function Password({ isNew, ...field }: PasswordProps) {
  return (
    <Field
      {...field}
      isSecret
      autocomplete={isNew ? "new-password" : "current-password"}
      maxLength={LONGEST_PASSWORD}
      note={isNew ? leastLength() : ""}
    />
  );
}

interface NameAndPasswordProps {
  title: string;
  testid: string;
  button: string;
  isNew: boolean;
  usualName: string;
  answer(name: string, password: string): Promise<Me>;
  children: ComponentChildren;
}

/** The form that makes an account, or logs in to one. */
function NameAndPassword(props: NameAndPasswordProps) {
  const { title, testid, button, isNew, usualName, answer, children } = props;
  const submission = useSubmission();
  const [name, setName] = useState(usualName);
  const [password, setPassword] = useState("");
  const least = isNew ? SHORTEST_PASSWORD : 1;
  return (
    <Panel
      title={title}
      testid={testid}
      submission={submission}
      button={button}
      isReady={name.trim() !== "" && lengthOf(password) >= least}
      onSubmit={() => void submission.submit(() => answer(name.trim(), password))}
    >
      <p>{children}</p>
      <Field
        label={t("Name")}
        testid={`${testid}-name`}
        autocomplete="username"
        maxLength={LONGEST_NAME}
        value={name}
        onValue={setName}
        problem={submission.problemAt("entry")}
      />
      <Password
        label={t("Password")}
        testid={`${testid}-password`}
        value={password}
        onValue={setPassword}
        problem={submission.problemAt("proof")}
        isNew={isNew}
      />
    </Panel>
  );
}

function ChangePassword() {
  const submission = useSubmission();
  const [old, setOld] = useState("");
  const [next, setNext] = useState("");
  const [isDone, setDone] = useState(false);
  const submit = async (): Promise<void> => {
    const isChanged = await submission.submit(() => changePassword(old, next));
    setDone(isChanged);
    if (!isChanged) return;
    setOld("");
    setNext("");
  };
  return (
    <Panel
      title={t("Change the password")}
      testid="password"
      submission={submission}
      button={t("Change it")}
      isReady={old !== "" && lengthOf(next) >= SHORTEST_PASSWORD}
      onSubmit={() => void submit()}
    >
      <Password
        label={t("Password so far")}
        testid="password-old"
        value={old}
        onValue={setOld}
        problem={submission.problemAt("proof")}
        isNew={false}
      />
      <Password
        label={t("New password")}
        testid="password-new"
        value={next}
        onValue={setNext}
        problem={submission.problemAt("entry")}
        isNew
      />
      {isDone && (
        <p class="success" role="status">
          {t("The password is changed. On all other devices you are logged out.")}
        </p>
      )}
    </Panel>
  );
}

function LoggedIn({ account }: { account: string }) {
  const submission = useSubmission();
  return (
    <Panel
      title={t("Your account")}
      testid="logged-in"
      submission={submission}
      button={t("Log out")}
      isReady
      look="plain"
      onSubmit={() => void submission.submit(() => handOver(logOut))}
    >
      <p>
        {rich(
          "You are logged in as {account}. On other devices, log in with the same name and password to find your tables there.",
          { account: <b data-testid="account" translate={false}>{account}</b> },
        )}
      </p>
    </Panel>
  );
}

function MyGames() {
  return (
    <section class="sheet account-panel">
      <h2>{t("Your games")}</h2>
      <p>{t("How many you played and won, how fast you are, and against whom.")}</p>
      <a class="button" href="/me" data-testid="to-statistics">
        {t("Your statistics")}
      </a>
    </section>
  );
}

function Export() {
  return (
    <section class="sheet account-panel">
      <h2>{t("Your data")}</h2>
      <p>
        {t("All that this club has stored of you, as one JSON file: name, tables, what you said.")}
      </p>
      <a class="button" href={EXPORT_ADDRESS} download="" data-testid="export">
        {t("Download")}
      </a>
    </section>
  );
}

const lowered = (word: string): string => word.toLocaleLowerCase(language());

function DeleteAll({ account }: { account: string | null }) {
  const submission = useSubmission();
  const [word, setWord] = useState("");
  const [password, setPassword] = useState("");
  const [isDone, setDone] = useState(false);
  const isConfirmed = lowered(word.trim()) === lowered(confirmation());
  const submit = async (): Promise<void> => {
    const isGone = await submission.submit(() => deleteMe(account === null ? null : password));
    // What was practised and not yet sent is a person's data, too.
    if (isGone) {
      await (await openPracticeStore()).clear();
      await (await openDailyStore()).clear();
    }
    setDone(isGone);
    setWord("");
    setPassword("");
  };
  return (
    <Panel
      title={t("Delete my data")}
      testid="delete"
      submission={submission}
      button={t("Delete everything")}
      isReady={isConfirmed && (account === null || password !== "")}
      look="grave"
      onSubmit={() => void submit()}
    >
      <p>
        {account === null
          ? t(
              "You leave all tables. Your name and what you said are removed for good. Games that you played stay, without your name.",
            )
          : t(
              "You leave all tables. Your account, your name and what you said are removed for good. Games that you played stay, without your name.",
            )}
      </p>
      <Field
        label={t("Type “{word}” to confirm", { word: confirmation() })}
        testid="delete-word"
        value={word}
        onValue={setWord}
        problem={submission.problemAt("entry")}
      />
      {account !== null && (
        <Password
          label={t("Password")}
          testid="delete-password"
          value={password}
          onValue={setPassword}
          problem={submission.problemAt("proof")}
          isNew={false}
        />
      )}
      {isDone && (
        <p class="success" role="status" data-testid="deleted">
          {t("Everything is deleted. You are a new guest now.")}
        </p>
      )}
    </Panel>
  );
}

function Guest({ me }: { me: Me }) {
  return (
    <>
      <NameAndPassword
        title={t("Become a member")}
        testid="register"
        button={t("Make an account")}
        isNew
        usualName={me.name}
        answer={makeAccount}
      >
        {t(
          "You are a guest, and this browser knows you again. With an account you keep your name, your tables and your history on every device. No e-mail is needed.",
        )}
      </NameAndPassword>
      <NameAndPassword
        title={t("Log in")}
        testid="login"
        button={t("Log in")}
        isNew={false}
        usualName=""
        answer={(name, password) => handOver(() => logIn(name, password))}
      >
        {t("You have an account here already.")}
      </NameAndPassword>
    </>
  );
}

function Member({ account }: { account: string }) {
  return (
    <>
      <LoggedIn account={account} />
      <ChangePassword />
    </>
  );
}

export function AccountPage() {
  const { me } = useMe();
  useEffect(() => {
    document.title = `${t("Account")} · thirdcard`;
  }, []);
  return (
    <main class="account-page">
      <Masthead title={t("Account")} />
      {me ? (
        <>
          <section class="sheet account-panel name-panel" aria-label={t("Your name")}>
            <MyName>{t("You are")}</MyName>
            <p class="aside">{t("The name that others see at the table.")}</p>
          </section>
          {me.account === null ? <Guest key="guest" me={me} /> : <Member account={me.account} />}
          <MyGames />
          <Export />
          <DeleteAll account={me.account} />
        </>
      ) : (
        <p class="loading">{t("One moment…")}</p>
      )}
    </main>
  );
}
