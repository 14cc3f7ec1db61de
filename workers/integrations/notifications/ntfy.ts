import {factLines, shortened} from '#shared/domain/notifications/readable-message.ts';
import {readNumber, readText} from '../http/read-body.ts';
import {addressOf} from './media-server.ts';
import {openService} from './service.ts';

/** Bytes that ntfy takes as a text; it turns longer ones into files. Characters may have up to four bytes. */
const longest = {title: 200, message: 1000};
const priorities = {usual: 3, high: 4};

/** A topic of ntfy.sh, or of a server of one's own. */
export const openNtfy = openService(({url, apiKey, username, password, to}) => ({
	request(message) {
		const {title, pictureUrl, isBad} = message;
		const login = username ? `Basic ${Buffer.from(`${username}:${password ?? ''}`).toString('base64')}` : null;
		const authorization = apiKey ? `Bearer ${apiKey}` : login;
		const body = JSON.stringify({
			topic: to,
			title: shortened(title, longest.title),
			message: shortened(factLines(message), longest.message),
			priority: isBad ? priorities.high : priorities.usual,
			...(isBad && {tags: ['warning']}),
			...(pictureUrl && {attach: pictureUrl, filename: 'poster.jpg'}),
		});
		return {
			url: addressOf(serverOf(url, to), '/'),
			headers: {'content-type': 'application/json', ...(authorization && {authorization})},
			body,
		};
	},
	isTaken: ({json}) => readText(json, 'id') !== null && readText(json, 'topic') !== null,
	words: ({json}) => readText(json, 'error'),
	isRefusal: ({json}) => misplaced.includes(readNumber(json, 'code') ?? 0),
}));

/** The topic is invalid, or not allowed, or the address has a path, which ntfy never has. */
const misplaced: readonly number[] = [40_009, 40_010, 40_401];

/** People copy the address of the topic. It would show them what we send as a text in JSON. */
function serverOf(address: string, topic: string | null): string {
	const url = new URL(address);
	url.pathname = url.pathname.replace(/\/+$/, '') === `/${topic}` ? '/' : url.pathname;
	return url.href;
}
