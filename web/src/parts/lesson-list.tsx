/** All lessons: the rule first, then what can be changed about it. */

import { t, tn } from "../language/language.ts";
import { lessonPath, type LessonTitle, recallDone } from "../net/lessons.ts";

function LessonLink({ lesson, isDone }: { lesson: LessonTitle; isDone: boolean }) {
  const { key, title, sentence, minutes } = lesson;
  return (
    <li>
      <a
        class="lesson-link"
        href={lessonPath(key)}
        data-testid={`lesson-${key}`}
        data-done={isDone || undefined}
      >
        <b>{title}</b>
        <span class="tag">
          {isDone ? t("✓ done") : tn("{count} minute", "{count} minutes", minutes)}
        </span>
        <span class="sentence">{sentence}</span>
      </a>
    </li>
  );
}

export function LessonList({ lessons }: { lessons: readonly LessonTitle[] }) {
  const done = recallDone();
  const [first, ...others] = lessons;
  const questions = [...new Set(others.map(({ question }) => question))];
  const link = (lesson: LessonTitle) => (
    <LessonLink key={lesson.key} lesson={lesson} isDone={done.includes(lesson.key)} />
  );
  return (
    <div class="lesson-list">
      {first && (
        <section class="lesson-first">
          <h2>{t("Begin here")}</h2>
          <ul>{link(first)}</ul>
        </section>
      )}
      {questions.map((question) => (
        <section key={question}>
          <h2>{question}</h2>
          <ul>{others.filter((lesson) => lesson.question === question).map(link)}</ul>
        </section>
      ))}
    </div>
  );
}
