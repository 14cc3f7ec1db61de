import {isAbsolute} from 'node:path';
import Joi from 'joi';
import {type SubtitleProviderHealth, type SubtitleProviderSettings, subtitleProviderKinds} from '../domain/subtitles/provider-record.ts';
import {field, type ProviderFamily} from './provider-family.ts';

/** The largest daily limit that can be set. */
export const maxDailyLimit = 1000;

export const subtitleProviderFamily: ProviderFamily<SubtitleProviderSettings, SubtitleProviderHealth> = {
	name: 'subtitle provider',
	collection: 'subtitleProviders',
	kinds: subtitleProviderKinds,
	fields: {
		name: field.name,
		kind: field.kindOf(subtitleProviderKinds),
		url: field.text(2000),
		apiKey: field.text(500),
		username: field.text(200),
		password: field.text(500),
		enabled: Joi.boolean(),
		priority: field.priority,
		dailyLimit: Joi.number().integer().min(1).max(maxDailyLimit).allow(null),
		timeoutSeconds: field.timeoutSeconds,
	},
	required: ['name', 'kind'],
	defaults: {
		url: '',
		apiKey: '',
		username: '',
		password: '',
		enabled: true,
		priority: 25,
		dailyLimit: null,
		timeoutSeconds: 20,
	},
	protection: {url: 'address', apiKey: 'secret', password: 'secret'},
	/** Each kind needs something else. */
	example: {name: 'SubDL', kind: 'subdl', apiKey: '0123456789abcdef0123456789abcdef'},
	untried: ({enabled}) => ({
		status: enabled ? 'ok' : 'disabled',
		lastError: null,
		disabledUntil: null,
		failures: 0,
		isLoginRefused: false,
	}),
	isTestedWhenSaved: () => true,
	isOffWhenDisabled: false,
	complete(settings, {given, stored}) {
		const isOtherKind = stored !== null && settings.kind !== stored.kind && given.url === undefined;
		return {...settings, url: (isOtherKind ? '' : settings.url) || subtitleProviderKinds[settings.kind].usualUrl};
	},
	faults({kind, url, apiKey}) {
		if (kind === 'folder') {
			return isAbsolute(url) ? [] : [{path: 'url', message: 'url must be the absolute path of a folder, such as /media/subtitles'}];
		}
		const isWeb = ['http:', 'https:'].includes(URL.parse(url)?.protocol ?? '');
		return [
			...(isWeb ? [] : [{path: 'url', message: 'url must be an http or https address; leave it out for the usual one'}]),
			...(apiKey ? [] : [{path: 'apiKey', message: `apiKey must be given: ${kind} does not answer without one`}]),
		];
	},
};
