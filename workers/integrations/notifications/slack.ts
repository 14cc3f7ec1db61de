import {factLines, shortened} from '#shared/domain/notifications/readable-message.ts';
import {openService} from './service.ts';

/** Characters, as Slack limits the text of a block. */
const longestText = 3000;

/** What Slack answers in plain text if the webhook, or its channel, is gone. */
const gone: readonly string[] = ['no_service', 'no_service_id', 'no_team', 'team_disabled', 'channel_not_found', 'channel_is_archived'];

/** An incoming webhook. */
export const openSlack = openService(settings => ({
	request(message) {
		const {title, facts, pictureUrl, isBad} = message;
		const heading = `${isBad ? ':warning: ' : ''}*${escaped(title)}*`;
		const lines = facts.length > 0 ? [heading, escaped(factLines(message))] : [heading];
		const text = shortened(lines.join('\n'), longestText);
		const accessory = pictureUrl ? {accessory: {type: 'image', image_url: pictureUrl, alt_text: 'Poster'}} : {};
		const blocks = [{type: 'section', text: {type: 'mrkdwn', text}, ...accessory}];
		// The first text is for devices that show no blocks.
		const body = JSON.stringify({text: shortened(escaped(title), longestText), blocks, unfurl_links: false});
		return {url: settings.url, headers: {'content-type': 'application/json'}, body};
	},
	isTaken: ({text}) => text.trim() === 'ok',
	words: ({text}) => (/^[a-z_]{2,60}$/.test(text.trim()) ? text.trim() : null),
	isRefusal: ({text}) => gone.includes(text.trim()),
}));

const entities: Readonly<Record<string, string>> = {'&': '&amp;', '<': '&lt;', '>': '&gt;'};
const escaped = (text: string) => text.replace(/[&<>]/g, letter => entities[letter] ?? letter);
