import {type ReadableMessage, shortened} from '#shared/domain/notifications/readable-message.ts';
import {asRecord, readFlag, readNumber, readText} from '../http/read-body.ts';
import {addressOf} from './media-server.ts';
import {openService} from './service.ts';

/** Characters, as Telegram limits them after its own reading of the tags. */
const longest = {caption: 1024, text: 4096};
const longestTitle = 300;
/** Less of a fact says nothing. */
const shortestValue = 20;

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
	words({json}) {
		const newId = readNumber(asRecord(json['parameters']) ?? {}, 'migrate_to_chat_id');
		const said = readText(json, 'description');
		return newId === null ? said : `${said}, with the id ${newId}`;
	},
	isRefusal: ({status, json}) => status === 404 || closed.test(readText(json, 'description') ?? ''),
}));

/**
 * With 400, it says that it does not know the chat, which gets another id when it grows, or that the bot may not write
 * there. A chat that only takes no photos gets texts.
 */
const closed =
	/chat not found|chat_id is empty|PEER_ID_INVALID|deactivated|upgraded to a supergroup|administrator rights|rights to send (?:text messages|a message)|TOPIC_(?:CLOSED|DELETED)/i;

function textOf({title, facts, isBad}: ReadableMessage, max: number): string {
	const mark = isBad ? '⚠️ ' : '';
	const heading = shortened(title, longestTitle);
	let text = `${mark}<b>${escaped(heading)}</b>`;
	let room = max - mark.length - heading.length;
	for (const {name, value} of facts) {
		room -= name.length + 3; // the end of the line before, a colon and a blank
		if (room < shortestValue) {
			break;
		}
		const shown = shortened(value, room);
		room -= shown.length;
		text += `\n${escaped(name)}: ${escaped(shown)}`;
	}
	return text;
}

const entities: Readonly<Record<string, string>> = {'&': '&amp;', '<': '&lt;', '>': '&gt;'};
const escaped = (text: string) => text.replace(/[&<>]/g, letter => entities[letter] ?? letter);
