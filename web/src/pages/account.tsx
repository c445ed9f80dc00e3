/** Who the reader is here: name, account, what is stored, and how it is deleted. */

import type { ComponentChildren } from "preact";
import { useEffect, useState } from "preact/hooks";
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
import { Field } from "../parts/field.tsx";
import { Masthead } from "../parts/masthead.tsx";
import { useMe } from "../parts/me.tsx";
import { MyName } from "../parts/name.tsx";
import { LONGEST_NAME } from "../parts/sit.tsx";
import "../styles/account.css";

/** Fewest characters of a password that the server takes, and most. */
const SHORTEST_PASSWORD = 8;
const LONGEST_PASSWORD = 200;
/** What is typed to confirm that all is to be deleted. */
const CONFIRMATION = "delete";

/** What a refusal is about: the name, the password so far, a password as such, or none of them. */
type Where = "name" | "proof" | "password" | "form";

interface Problem {
  where: Where;
  text: string;
}

/** Return what went wrong, at the field it is about. */
function locate(error: unknown): Problem {
  const text = say(error);
  const status = error instanceof ApiError ? error.status : 0;
  if (status === 401 || status === 403) return { where: "proof", text };
  if (status !== 400 && status !== 409) return { where: "form", text };
  return { where: /password/i.test(text) ? "password" : "name", text };
}

interface Submission {
  isBusy: boolean;
  /** What to show at a place. */
  problemAt(...places: Where[]): string;
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
    problemAt: (...places) => (problem && places.includes(problem.where) ? problem.text : ""),
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

function Password({ isNew, ...field }: PasswordProps) {
  return (
    <Field
      {...field}
      isSecret
      autocomplete={isNew ? "new-password" : "current-password"}
      maxLength={LONGEST_PASSWORD}
      note={isNew ? `At least ${SHORTEST_PASSWORD} characters.` : ""}
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
      isReady={name.trim() !== "" && password.length >= least}
      onSubmit={() => void submission.submit(() => answer(name.trim(), password))}
    >
      <p>{children}</p>
      <Field
        label="Name"
        testid={`${testid}-name`}
        autocomplete="username"
        maxLength={LONGEST_NAME}
        value={name}
        onValue={setName}
        problem={submission.problemAt("name")}
      />
      <Password
        label="Password"
        testid={`${testid}-password`}
        value={password}
        onValue={setPassword}
        problem={submission.problemAt("password", "proof")}
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
      title="Change the password"
      testid="password"
      submission={submission}
      button="Change it"
      isReady={old !== "" && next.length >= SHORTEST_PASSWORD}
      onSubmit={() => void submit()}
    >
      <Password
        label="Password so far"
        testid="password-old"
        value={old}
        onValue={setOld}
        problem={submission.problemAt("proof")}
        isNew={false}
      />
      <Password
        label="New password"
        testid="password-new"
        value={next}
        onValue={setNext}
        problem={submission.problemAt("password", "name")}
        isNew
      />
      {isDone && (
        <p class="success" role="status">
          The password is changed. On all other devices you are logged out.
        </p>
      )}
    </Panel>
  );
}

function LoggedIn({ account }: { account: string }) {
  const submission = useSubmission();
  return (
    <Panel
      title="Your account"
      testid="logged-in"
      submission={submission}
      button="Log out"
      isReady
      look="plain"
      onSubmit={() => void submission.submit(logOut)}
    >
      <p>
        You are logged in as <b data-testid="account">{account}</b>. On other devices, log in with
        the same name and password to find your tables there.
      </p>
    </Panel>
  );
}

function MyGames() {
  return (
    <section class="sheet account-panel">
      <h2>Your games</h2>
      <p>How many you played and won, how fast you are, and against whom.</p>
      <a class="button" href="/me" data-testid="to-statistics">
        Your statistics
      </a>
    </section>
  );
}

function Export() {
  return (
    <section class="sheet account-panel">
      <h2>Your data</h2>
      <p>All that this club has stored of you, as one JSON file: name, tables, what you said.</p>
      <a class="button" href={EXPORT_ADDRESS} download="" data-testid="export">
        Download
      </a>
    </section>
  );
}

function DeleteAll({ account }: { account: string | null }) {
  const submission = useSubmission();
  const [word, setWord] = useState("");
  const [password, setPassword] = useState("");
  const [isDone, setDone] = useState(false);
  const submit = async (): Promise<void> => {
    setDone(await submission.submit(() => deleteMe(account === null ? null : password)));
    setWord("");
    setPassword("");
  };
  return (
    <Panel
      title="Delete my data"
      testid="delete"
      submission={submission}
      button="Delete everything"
      isReady={word.trim().toLowerCase() === CONFIRMATION && (account === null || password !== "")}
      look="grave"
      onSubmit={() => void submit()}
    >
      <p>
        You leave all tables. {account === null ? "Your name" : "Your account, your name"} and what
        you said are removed for good. Games that you played stay, without your name.
      </p>
      <Field
        label={`Type “${CONFIRMATION}” to confirm`}
        testid="delete-word"
        value={word}
        onValue={setWord}
        problem={submission.problemAt("name")}
      />
      {account !== null && (
        <Password
          label="Password"
          testid="delete-password"
          value={password}
          onValue={setPassword}
          problem={submission.problemAt("password", "proof")}
          isNew={false}
        />
      )}
      {isDone && (
        <p class="success" role="status" data-testid="deleted">
          Everything is deleted. You are a new guest now.
        </p>
      )}
    </Panel>
  );
}

function Guest({ me }: { me: Me }) {
  return (
    <>
      <NameAndPassword
        title="Become a member"
        testid="register"
        button="Make an account"
        isNew
        usualName={me.name}
        answer={makeAccount}
      >
        You are a guest, and this browser knows you again. With an account you keep your name, your
        tables and your history on every device. No e-mail is needed.
      </NameAndPassword>
      <NameAndPassword
        title="Log in"
        testid="login"
        button="Log in"
        isNew={false}
        usualName=""
        answer={logIn}
      >
        You have an account here already.
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
    document.title = "Account · thirdcard";
  }, []);
  return (
    <main class="account-page">
      <Masthead title="Account" />
      {me ? (
        <>
          <section class="sheet account-panel name-panel" aria-label="Your name">
            <MyName>You are</MyName>
            <p class="aside">The name that others see at the table.</p>
          </section>
          {me.account === null ? <Guest key="guest" me={me} /> : <Member account={me.account} />}
          <MyGames />
          <Export />
          <DeleteAll account={me.account} />
        </>
      ) : (
        <p class="loading">One moment…</p>
      )}
    </main>
  );
}
