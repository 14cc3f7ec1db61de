import {type ReadableMessage, shortened} from '#shared/domain/notifications/readable-message.ts';
import {readFlag, readText} from '../http/read-body.ts';
import {addressOf} from './media-server.ts';
import {openService} from './service.ts';

/** Characters, as Telegram limits them after its own reading of the tags. */
const longest = {caption: 1024, text: 4096};
const longestTitle = 300;

/** A bot that writes to a chat. */
export const openTelegram = openService(({url, apiKey, to}) => ({
	request(message) {
		const {pictureUrl} = message;
		const shared = {chat_id: to, parse_mode: 'HTML'};
		const [method, content] = pictureUrl
			? ['sendPhoto', {photo: pictureUrl, caption: textOf(message, longest.caption)}]
			: ['sendMessage', {text: textOf(message, longest.text), link_preview_options: {is_disabled: true}}];
		return {
			url: addressOf(url, `/bot${apiKey}/${method}`),
			headers: {'content-type': 'application/json'},
			body: JSON.stringify({...shared, ...content}),
		};
	},
	isTaken: ({json}) => readFlag(json, 'ok'),
	words: ({json}) => readText(json, 'description'),
	// It knows neither the bot nor, with 400, the chat, which gets another id when it grows.
	isRefusal: ({status, json}) =>
		status === 404 ||
		/chat not found|chat_id is empty|PEER_ID_INVALID|deactivated|upgraded to a supergroup/i.test(readText(json, 'description') ?? ''),
}));

function textOf({title, facts, isBad}: ReadableMessage, max: number): string {
	const heading = `${isBad ? '⚠️ ' : ''}<b>${escaped(shortened(title, longestTitle))}</b>`;
	let text = heading;
	let room = max - longestTitle;
	for (const {name, value} of facts) {
		room -= name.length + value.length + 3;
		if (room < 0) {
			break;
		}
		text += `\n${escaped(name)}: ${escaped(value)}`;
	}
	return text;
}

const entities: Readonly<Record<string, string>> = {'&': '&amp;', '<': '&lt;', '>': '&gt;'};
const escaped = (text: string) => text.replace(/[&<>]/g, letter => entities[letter] ?? letter);
