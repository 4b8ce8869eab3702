// This phone as the camera: its pictures are sent as JPEG, one after the other. Browsers give the camera to secure
// addresses only; where it is refused, photographs can still be taken and sent one by one.

import { get, post, Refused } from "./api.js";
import { $, region } from "./dom.js";
import { verdictItems } from "./camera_view.js";
import { pinForm, startShell } from "./shell.js";
import { me, say, t } from "./texts.js";

const LONG_SIDE = 1920;
const PAUSE = 150;

let sent = 0;
let running = false;
const drawVerdicts = region($("#verdicts"), verdictItems);

// jpeg(image, width, height) → the picture, not longer than LONG_SIDE, as a Blob
async function jpeg(image, width, height) {
  const scale = Math.min(1, LONG_SIDE / Math.max(width, height));
  const paper = Object.assign(document.createElement("canvas"), { width: Math.round(width * scale), height: Math.round(height * scale) });
  paper.getContext("2d").drawImage(image, 0, 0, paper.width, paper.height);
  return new Promise((resolve) => paper.toBlob(resolve, "image/jpeg", 0.85));
}

async function send(picture) {
  const answer = await fetch("/api/camera/picture", { method: "PUT", headers: { "Content-Type": "image/jpeg" }, body: picture });
  if (!answer.ok) {
    const problem = await answer.json().catch(() => null);
    throw new Refused(problem?.code ?? String(answer.status), problem?.message ? say(problem.message) : t("error.status", { status: answer.status }));
  }
  sent += 1;
  $("#problem").textContent = "";
  $("#sent").textContent = t("phone.sent", { count: sent });
}

const choosePhone = () => post("/api/settings", { source: "phone" });

async function film(video) {
  while (running) {
    try {
      if (document.visibilityState === "visible") await send(await jpeg(video, video.videoWidth, video.videoHeight));
      if (sent % 10 === 1) drawVerdicts((await get("/api/camera")).verdicts);
    } catch (error) {
      $("#problem").textContent = error.message;
      await new Promise((resolve) => setTimeout(resolve, 2000));
    }
    await new Promise((resolve) => setTimeout(resolve, PAUSE));
  }
}

async function start() {
  if (!navigator.mediaDevices?.getUserMedia) {
    $("#problem").textContent = t("phone.insecure");
    return;
  }
  try {
    const stream = await navigator.mediaDevices.getUserMedia({ video: { facingMode: "environment", width: { ideal: LONG_SIDE }, height: { ideal: 1080 } }, audio: false });
    await choosePhone();
    $("#video").srcObject = stream;
    $("#view").hidden = false;
    await $("#video").play();
    navigator.wakeLock?.request("screen").catch(() => {});
    running = true;
    $("#start").disabled = true;
    film($("#video"));
  } catch (error) {
    $("#problem").textContent = error instanceof Refused ? error.message : t("phone.refused");
  }
}

async function photo(event) {
  const [file] = event.target.files;
  if (!file) return;
  try {
    if (!sent) await choosePhone();
    const image = await createImageBitmap(file);
    await send(await jpeg(image, image.width, image.height));
  } catch (error) {
    $("#problem").textContent = error.message;
  }
  event.target.value = "";
}

startShell();
if (me.host) {
  $("#start").addEventListener("click", start);
  $("#photo").addEventListener("change", photo);
} else $("#pin").append(pinForm());
