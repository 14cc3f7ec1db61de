import {factLines, shortened} from '#shared/domain/notifications/readable-message.ts';
import {readText} from '../http/read-body.ts';
import {addressOf} from './media-server.ts';
import {openService} from './service.ts';

const longest = {title: 250, message: 4000};

/**
 * A server of Apprise, which passes messages on to the receivers behind a key of its configuration, or to addresses
 * that come along. Source: its README, "Notify", and what its views answer.
 */
export const openApprise = openService(({url, apiKey, to}) => {
	const isAddress = apiKey?.includes('://') ?? false;
	return {
		request(message) {
			const body = JSON.stringify({
				title: shortened(message.title, longest.title),
				body: shortened(factLines(message), longest.message),
				type: message.isBad ? 'warning' : 'info',
				...(isAddress && {urls: apiKey}),
				...(to && {tag: to}),
			});
			// Without the header it answers with a page, which says nothing that could be checked.
			const headers = {'content-type': 'application/json', accept: 'application/json'};
			return {url: addressOf(url, isAddress ? '/notify' : `/notify/${encodeURIComponent(apiKey ?? '')}`), headers, body};
		},
		isTaken: ({json}) => 'details' in json && !json['error'],
		words: ({json}) => readText(json, 'error'),
	};
});
