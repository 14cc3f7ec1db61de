import {factLines, shortened} from '#shared/domain/notifications/readable-message.ts';
import {readNumber, readText} from '../http/read-body.ts';
import {addressOf} from './media-server.ts';
import {openService} from './service.ts';

const longest = {title: 300, message: 4000};
/** From 8 on, phones make a sound even for apps that are set to be quiet. */
const priorities = {usual: 5, high: 8};

/** An application of a Gotify server. */
export const openGotify = openService(({url, apiKey}) => ({
	request(message) {
		const {title, pictureUrl, isBad} = message;
		const body = JSON.stringify({
			title: shortened(title, longest.title),
			message: shortened(factLines(message), longest.message),
			priority: isBad ? priorities.high : priorities.usual,
			...(pictureUrl && {extras: {'client::notification': {bigImageUrl: pictureUrl}}}),
		});
		return {url: addressOf(url, '/message'), headers: {'content-type': 'application/json', 'x-gotify-key': apiKey ?? ''}, body};
	},
	isTaken: ({json}) => readNumber(json, 'id') !== null && readNumber(json, 'appid') !== null,
	words: ({json}) => readText(json, 'errorDescription') ?? readText(json, 'error'),
}));
