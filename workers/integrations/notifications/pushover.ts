import {pictureTypeOf} from '#shared/domain/media/picture-type.ts';
import {factLines, shortened} from '#shared/domain/notifications/readable-message.ts';
import {readNumber, readText} from '../http/read-body.ts';
import {addressOf} from './media-server.ts';
import {openService} from './service.ts';

/** Characters, as Pushover limits them. */
const longest = {title: 250, message: 1024};
/** Bytes of a picture; in base64 it is a third larger, and Pushover takes 5 MB. */
const largestPicture = 3_500_000;

/** A user or group of Pushover. */
export const openPushover = openService(({url, apiKey, to}) => ({
	async request(message, readPicture) {
		const picture = await readPicture();
		const type = picture && picture.length <= largestPicture ? pictureTypeOf(picture) : null;
		const form = new URLSearchParams({
			token: apiKey ?? '',
			user: to ?? '',
			title: shortened(message.title, longest.title),
			message: shortened(factLines(message), longest.message),
			timestamp: String(Math.floor(Date.parse(message.timestamp) / 1000)),
			...(picture && type && {attachment_base64: picture.toString('base64'), attachment_type: type}),
		});
		return {url: addressOf(url, '/1/messages.json'), headers: {'content-type': 'application/x-www-form-urlencoded'}, body: form.toString()};
	},
	isTaken: ({json}) => readNumber(json, 'status') === 1,
	words: ({json}) => (Array.isArray(json['errors']) ? json['errors'].filter(each => typeof each === 'string').join(', ') || null : null),
	isRefusal: ({json}) => readText(json, 'token') === 'invalid' || readText(json, 'user') === 'invalid',
}));
