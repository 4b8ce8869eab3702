// This phone as the camera: its pictures are sent as JPEG, one after the other. Browsers give the camera to secure
// addresses only; elsewhere photographs can still be taken and sent one by one.

import { get, post, Refused } from "./api.js";
import { verdictItems } from "./camera_view.js";
import { $, h, icon, region } from "./dom.js";
import { cameraAddress, cameraAllowed, warningHelp } from "./secure.js";
import { pinForm, startShell } from "./shell.js";
import { me, say, t } from "./texts.js";

const LONG_SIDE = 1920;
const PAUSE = 120;
const VERDICTS_EVERY = 2000;
const STILL = { times: 9, pause: 350 }; // a photograph is shown as long as the eye needs to trust it

let sent = 0;
let stream = null;
const drawVerdicts = region($("#verdicts"), verdictItems);
const wait = (milliseconds) => new Promise((resolve) => setTimeout(resolve, milliseconds));

// jpeg(image, width, height) → the picture, not longer than LONG_SIDE, as a Blob
async function jpeg(image, width, height) {
  const scale = Math.min(1, LONG_SIDE / Math.max(width, height));
  const paper = Object.assign(document.createElement("canvas"), { width: Math.round(width * scale), height: Math.round(height * scale) });
  paper.getContext("2d").drawImage(image, 0, 0, paper.width, paper.height);
  return new Promise((resolve) => paper.toBlob(resolve, "image/jpeg", 0.85));
}

async function send(picture) {
  let answer;
  try {
    answer = await fetch("/api/camera/picture", { method: "PUT", headers: { "Content-Type": "image/jpeg" }, body: picture });
  } catch {
    throw new Refused("offline", t("error.offline"));
  }
  if (!answer.ok) {
    const problem = await answer.json().catch(() => null);
    throw new Refused(problem?.code ?? String(answer.status), problem?.message ? say(problem.message) : t("error.status", { status: answer.status }));
  }
  sent += 1;
  $("#problem").textContent = "";
  $("#sent").textContent = t("phone.sent", { count: sent });
}

// the phone becomes the camera, unless it is already (pictures go on after a break)
async function choosePhone() {
  const { source } = await get("/api/camera");
  if (source !== "phone") await post("/api/settings", { source: "phone" });
}

async function film(video, mine) {
  let looked = 0;
  while (stream === mine) {
    try {
      if (document.visibilityState === "visible" && video.videoWidth) await send(await jpeg(video, video.videoWidth, video.videoHeight));
      if (Date.now() - looked > VERDICTS_EVERY) {
        looked = Date.now();
        drawVerdicts((await get("/api/camera")).verdicts);
      }
    } catch (error) {
      $("#problem").textContent = error.message;
      await wait(2000);
      if (error.code === "no-phone") await choosePhone().catch(() => {}); // the program was started anew
    }
    await wait(PAUSE);
  }
}

const stayAwake = () => navigator.wakeLock?.request("screen").catch(() => {});

async function start() {
  try {
    const wanted = { facingMode: "environment", width: { ideal: LONG_SIDE }, height: { ideal: 1080 } };
    const made = await navigator.mediaDevices.getUserMedia({ video: wanted, audio: false });
    await choosePhone();
    $("#video").srcObject = made;
    $("#view").hidden = false;
    await $("#video").play();
    stayAwake();
    stream = made;
    showRunning();
    film($("#video"), made);
  } catch (error) {
    $("#problem").textContent = error instanceof Refused ? error.message : t("phone.refused");
  }
}

function stop() {
  for (const track of stream?.getTracks() ?? []) track.stop();
  stream = null;
  $("#view").hidden = true;
  showRunning();
}

function showRunning() {
  $("#start").hidden = !cameraAllowed() || Boolean(stream);
  $("#stop").hidden = !stream;
}

async function photo(event) {
  const [file] = event.target.files;
  if (!file) return;
  try {
    await choosePhone();
    const image = await createImageBitmap(file);
    const picture = await jpeg(image, image.width, image.height);
    for (let i = 0; i < STILL.times; i += 1) {
      await send(picture);
      await wait(STILL.pause);
    }
    drawVerdicts((await get("/api/camera")).verdicts);
  } catch (error) {
    $("#problem").textContent = error.message;
  }
  event.target.value = "";
}

// on a plain address: the way to the secure one
function wayToSecure() {
  if (!me.secure_addresses.length) return [h("p.hint", {}, t("phone.insecure"))];
  const link = h("a.button.primary", { href: cameraAddress() }, icon("camera"), t("phone.open-secure"));
  return [h("p", {}, t("phone.needs-secure")), h("p", {}, h("code", {}, cameraAddress())), h("div.row", {}, link), warningHelp()];
}

startShell();
if (!cameraAllowed()) {
  $("#secure").hidden = false;
  $("#secure").append(...wayToSecure());
}
if (me.host) {
  showRunning();
  $("#start").addEventListener("click", start);
  $("#stop").addEventListener("click", stop);
  $("#photo").addEventListener("change", photo);
  document.addEventListener("visibilitychange", () => stream && document.visibilityState === "visible" && stayAwake());
} else $("#pin").append(pinForm());
