import type {LureOf} from './lures.ts';

const call =
	(code: (address: string, name: string) => string): LureOf =>
	(host, name) => ({script: `{ ${code(host, name)} }`});
const http = (host: string, name: string) => JSON.stringify(`http://${host}/${name}`);

/** An address from which the page can start this code as a worker. */
const asWorker = (code: string) => `URL.createObjectURL(new Blob([${JSON.stringify(code)}], {type: 'text/javascript'}))`;

const offer = `connection.createDataChannel('lure'); connection.createOffer().then(offer => connection.setLocalDescription(offer));`;

/** Lures in a page's script that do not navigate away. */
export const callingLures: Record<string, LureOf> = {
	fetch: call((host, name) => `fetch(${http(host, name)}).catch(() => {});`),
	'fetch-blind': call((host, name) => `fetch(${http(host, name)}, {mode: 'no-cors', method: 'POST', body: 'a'}).catch(() => {});`),
	'fetch-keepalive': call((host, name) => `fetch(${http(host, name)}, {mode: 'no-cors', keepalive: true}).catch(() => {});`),
	'fetch-redirect': call(
		(host, name) => `fetch('/redirect?to=' + encodeURIComponent(${http(host, name)}), {mode: 'no-cors'}).catch(() => {});`,
	),
	xhr: call((host, name) => `const request = new XMLHttpRequest(); request.open('GET', ${http(host, name)}); request.send();`),
	beacon: call((host, name) => `navigator.sendBeacon(${http(host, name)}, 'a');`),
	ping: call(
		(host, name) =>
			`const link = document.createElement('a'); link.href = '#'; link.ping = ${http(host, name)}; document.body.append(link); link.click();`,
	),
	'event-source': call((host, name) => `new EventSource(${http(host, name)});`),
	'web-socket': call((host, name) => `new WebSocket(${JSON.stringify(`ws://${host}/${name}`)});`),
	'web-socket-secure': call((host, name) => `new WebSocket(${JSON.stringify(`wss://${host}/${name}`)});`),
	'web-transport': call((host, name) => `new WebTransport(${JSON.stringify(`https://${host}/${name}`)}).ready.catch(() => {});`),
	'fetch-secure': call((host, name) => `fetch(${JSON.stringify(`https://${host}/${name}`)}).catch(() => {});`),
	'rtc-stun': call(host => `const connection = new RTCPeerConnection({iceServers: [{urls: ${JSON.stringify(`stun:${host}`)}}]}); ${offer}`),
	'rtc-turn': call(host => {
		const urls = JSON.stringify([`turn:${host}?transport=udp`, `turn:${host}?transport=tcp`]);
		return `const connection = new RTCPeerConnection({iceServers: [{urls: ${urls}, username: 'a', credential: 'b'}]}); ${offer}`;
	}),
	popup: call((host, name) => `open(${http(host, name)});`),
	'popup-without-opener': call((host, name) => `open(${http(host, name)}, '_blank', 'noopener');`),
	worker: call((host, name) => `new Worker(${asWorker(`fetch(${http(host, name)}, {mode: 'no-cors'}).catch(() => {})`)});`),
	'worker-import': call((host, name) => `new Worker(${asWorker(`importScripts(${http(host, name)})`)});`),
	'worker-socket': call((host, name) => `new Worker(${asWorker(`new WebSocket(${JSON.stringify(`ws://${host}/${name}`)})`)});`),
	'shared-worker': call((host, name) => `new SharedWorker(${asWorker(`fetch(${http(host, name)}, {mode: 'no-cors'}).catch(() => {})`)});`),
	'service-worker': call(
		(host, name) =>
			`navigator.serviceWorker?.register('/service-worker.js?to=' + encodeURIComponent(${http(host, name)})).catch(() => {});`,
	),
	'frame-script': call(
		(host, name) => `const frame = document.createElement('iframe'); document.body.append(frame);
frame.contentWindow.fetch(${http(host, name)}, {mode: 'no-cors'}).catch(() => {});`,
	),
};
