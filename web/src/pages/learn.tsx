/** The pages that teach: the list of all lessons, and one lesson. */

import { useEffect, useState } from "preact/hooks";
import { ApiError, say } from "../net/api.ts";
import { fetchLesson, fetchLessons, type Lesson, type LessonTitle } from "../net/lessons.ts";
import { LessonList } from "../parts/lesson-list.tsx";
import { LessonView } from "../parts/lesson-page.tsx";
import { Masthead } from "../parts/masthead.tsx";
import "../styles/learn.css";
import { Apology } from "./apology.tsx";

interface Answer<T> {
  value: T | null;
  problem: string;
  isMissing: boolean;
}

/** Return what the server answers, asking again until it does, unless there is no such thing. */
function useAnswer<T>(ask: () => Promise<T>): Answer<T> {
  const [answer, setAnswer] = useState<Answer<T>>({ value: null, problem: "", isMissing: false });
  useEffect(() => {
    let current = true;
    let timer = 0;
    const attempt = (): void => {
      ask().then(
        (value) => current && setAnswer({ value, problem: "", isMissing: false }),
        (error: unknown) => {
          if (!current) return;
          const isMissing = error instanceof ApiError && error.status === 404;
          setAnswer({ value: null, problem: say(error), isMissing });
          if (!isMissing) timer = window.setTimeout(attempt, 2000);
        },
      );
    };
    attempt();
    return () => {
      current = false;
      clearTimeout(timer);
    };
  }, []);
  return answer;
}

function AllLessons() {
  const { value, problem } = useAnswer<LessonTitle[]>(fetchLessons);
  useEffect(() => {
    document.title = "Lessons · thirdcard";
  }, []);
  return (
    <main class="learn-page">
      <Masthead title="Learn">
        A few minutes each, on real tables: the rule, and then everything that can be changed
        about it.
      </Masthead>
      {value ? <LessonList lessons={value} /> : <p class="loading">{problem || "One moment…"}</p>}
    </main>
  );
}

function OneLesson({ lesson }: { lesson: string }) {
  const { value, problem, isMissing } = useAnswer<Lesson>(() => fetchLesson(lesson));
  useEffect(() => {
    document.title = `${value?.title ?? "Lesson"} · thirdcard`;
  }, [value]);
  if (isMissing) {
    return <Apology title="There is no such lesson">Perhaps the address is incomplete.</Apology>;
  }
  return value ? <LessonView lesson={value} /> : <p class="loading">{problem || "One moment…"}</p>;
}

/** Show one lesson, or the list of all. */
export function LearnPage({ lesson }: { lesson: string | null }) {
  return lesson === null ? <AllLessons /> : <OneLesson key={lesson} lesson={lesson} />;
}
