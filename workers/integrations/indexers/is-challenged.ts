import type {HttpReply} from '../http.ts';

const guards = ['cloudflare', 'cloudflare-nginx', 'ddos-guard'];
const marks = [
	'<title>just a moment...</title>',
	'<title>attention required! | cloudflare</title>',
	'<title>access denied',
	'<title>ddos-guard</title>',
	'error code: 1020',
];

/** Does this reply ask for a human instead of answering? The marks are those of Cloudflare and DDoS-Guard. */
export function isChallenged({status, headers, body}: Pick<HttpReply, 'status' | 'headers' | 'body'>): boolean {
	if (headers['cf-mitigated'] === 'challenge') {
		return true;
	}
	const page = body.subarray(0, 100_000).toString('latin1').toLowerCase();
	if (status === 403 || status === 503) {
		return guards.includes(headers['server']?.toLowerCase() ?? '') && marks.some(mark => page.includes(mark));
	}
	return headers['vary']?.toLowerCase() === 'accept-encoding,user-agent' && page.includes('ddos') && page.includes('<html');
}
