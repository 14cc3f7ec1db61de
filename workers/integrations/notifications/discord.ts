import {shortened} from '#shared/domain/notifications/readable-message.ts';
import {type JsonRecord, readNumber, readText} from '../http/read-body.ts';
import {openService} from './service.ts';

const colours = {good: 0x2e_9e_5b, bad: 0xd6_45_45};
/** Characters, as Discord limits them. */
const longest = {title: 256, name: 256, value: 1024};
const maxFields = 25;
/** Values up to this length stand side by side. */
const inlineLength = 30;

/** A webhook of a channel. */
export const openDiscord = openService(settings => ({
	request({title, facts, pictureUrl, isBad, timestamp}) {
		const url = new URL(settings.url);
		// Without it, Discord answers before it knows whether it can show the message.
		url.searchParams.set('wait', 'true');
		const fields = facts.slice(0, maxFields).map(({name, value}) => ({
			name: shortened(name, longest.name),
			value: shortened(escaped(value), longest.value),
			inline: value.length <= inlineLength,
		}));
		const embed = {
			title: shortened(escaped(title), longest.title),
			color: isBad ? colours.bad : colours.good,
			fields,
			timestamp,
			...(pictureUrl && {thumbnail: {url: pictureUrl}}),
		};
		// A name in a title must not mention a user.
		const body = JSON.stringify({username: 'Kinoteka', embeds: [embed], allowed_mentions: {parse: []}});
		return {url, headers: {'content-type': 'application/json'}, body};
	},
	isTaken: ({json}) => readText(json, 'id') !== null,
	words: ({json}) => readText(json, 'message') ?? faultsIn(json),
	isRefusal: ({status, json}) => status === 404 || closed.includes(readNumber(json, 'code') ?? 0),
}));

/** The channel is a forum, and the address names no thread with `thread_id`; or the thread is archived or locked. */
const closed: readonly number[] = [220_001, 50_083, 160_005];

/** It names the parts of a message that it does not take, each with a list of words. */
function faultsIn(json: JsonRecord): string | null {
	const faults = Object.entries(json).filter(([, words]) => Array.isArray(words) && words.every(word => typeof word === 'string'));
	return faults.map(([part, words]) => `${part}: ${words}`).join('; ') || null;
}

/** Names of releases contain what Discord takes for italics and links. */
const escaped = (text: string) => text.replace(/[\\*_~`|>[\]]/g, '\\$&');
