// Requests to the server. A refusal becomes a Refused with the sentence to show.

import { say, t } from "./texts.js";

export class Refused extends Error {
  constructor(code, message) {
    super(message);
    this.code = code;
  }
}

async function answer(response) {
  if (response.ok) return response.status === 204 ? null : response.json();
  let problem = null;
  try {
    problem = await response.json();
  } catch {
    // not JSON: the status has to do
  }
  const message = problem?.message ? say(problem.message) : t("error.status", { status: response.status });
  throw new Refused(problem?.code ?? String(response.status), message);
}

async function send(method, path, body) {
  let response;
  try {
    response = await fetch(path, {
      method,
      headers: body === undefined ? {} : { "Content-Type": "application/json" },
      body: body === undefined ? undefined : JSON.stringify(body),
    });
  } catch {
    throw new Refused("offline", t("error.offline"));
  }
  return answer(response);
}

export const get = (path) => send("GET", path);
export const post = (path, body) => send("POST", path, body);
export const put = (path, body) => send("PUT", path, body);
export const remove = (path) => send("DELETE", path);
