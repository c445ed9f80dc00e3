/** The pages that teach: the list of all lessons, and one lesson. */

import { useEffect } from "preact/hooks";
import { t } from "../language/language.ts";
import { fetchLesson, fetchLessons, type Lesson, type LessonTitle } from "../net/lessons.ts";
import { useAnswer } from "../parts/answer.tsx";
import { LessonList } from "../parts/lesson-list.tsx";
import { LessonView } from "../parts/lesson-page.tsx";
import { Masthead } from "../parts/masthead.tsx";
import "../styles/learn.css";
import { Apology } from "./apology.tsx";

function AllLessons() {
  const { value, problem } = useAnswer<LessonTitle[]>(fetchLessons);
  useEffect(() => {
    document.title = `${t("Lessons")} · thirdcard`;
  }, []);
  return (
    <main class="learn-page">
      <Masthead title={t("Learn")}>
        {t(
          "A few minutes each, on real tables: the rule, and then everything that can be changed about it.",
        )}
      </Masthead>
      {value ? <LessonList lessons={value} /> : <p class="loading">{problem || t("One moment…")}</p>}
    </main>
  );
}

function OneLesson({ lesson }: { lesson: string }) {
  const { value, problem, isMissing } = useAnswer<Lesson>(() => fetchLesson(lesson));
  useEffect(() => {
    document.title = `${value?.title ?? t("Lesson")} · thirdcard`;
  }, [value]);
  if (isMissing) {
    return (
      <Apology title={t("There is no such lesson")}>
        {t("Perhaps the address is incomplete.")}
      </Apology>
    );
  }
  if (value) return <LessonView lesson={value} />;
  return <p class="loading">{problem || t("One moment…")}</p>;
}

/** Show one lesson, or the list of all. */
export function LearnPage({ lesson }: { lesson: string | null }) {
  return lesson === null ? <AllLessons /> : <OneLesson key={lesson} lesson={lesson} />;
}
