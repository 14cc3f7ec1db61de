import {randomBytes} from 'node:crypto';
import Joi from 'joi';
import {
	addressesIn,
	fileEvents,
	isMediaServer,
	type NotificationHealth,
	type NotificationKind,
	type NotificationSettings,
	notificationEvents,
	notificationKinds,
	usualEvents,
	webhookMethods,
} from '../domain/notifications/notification.ts';
import type {Fault} from '../errors.ts';
import {type Entered, field, type ProviderFamily} from './provider-family.ts';

const path = Joi.string().max(4096).required();

export const notificationFamily: ProviderFamily<NotificationSettings, NotificationHealth> = {
	name: 'notification',
	collection: 'notifications',
	kinds: notificationKinds,
	fields: {
		name: field.name.description('Unique name.'),
		kind: field
			.kindOf(notificationKinds)
			.description('Kind of receiver: any program via webhook, a media server, or a service for people.'),
		url: Joi.string()
			.uri({scheme: ['http', 'https', 'smtp', 'smtps']})
			.messages({
				'string.uriCustomScheme': '{{#label}} must be an address that begins with http:// or https://, for e-mail with smtp:// or smtps://',
			})
			.max(2000)
			.allow(null, '')
			.description(
				'Where webhooks are sent (also those of Discord and Slack), or the address of the server, such as http://plex.test:32400. ' +
					'E-mail: smtps://mail.test:465, or smtp://mail.test:587 for STARTTLS. Empty for the usual address of Telegram, ntfy and Pushover.',
			),
		secret: field.text(200).description('Signs webhooks: `whsec_` and 24 to 64 bytes in base64. Without one, one is made and shown once.'),
		apiKey: field
			.text(500)
			.pattern(/^[\x21-\x7e]*$/, 'visible ASCII characters')
			.description(
				'API key of Jellyfin or Emby, token (X-Plex-Token) of Plex, of a bot of Telegram, of an application of Gotify or Pushover, or access token of ntfy. Apprise: the key of its configuration, or addresses such as tgram://token/chat, separated by commas.',
			),
		username: field.text(200).description('Name of the account at the mail server or ntfy, if it asks for one.'),
		password: field.text(500).description('Password of that account.'),
		from: field.line(320).description('Address that e-mails come from, such as kinoteka@home.test.'),
		to: field
			.line(1000)
			.description(
				'Who gets it. E-mail: addresses, separated by commas. Telegram: id of the chat, or @channel. ntfy: topic. Pushover: key of the user or group. Apprise: a tag, or nothing for all.',
			),
		enabled: Joi.boolean().description('Whether events are sent.'),
		events: Joi.array()
			.items(Joi.string().valid(...notificationEvents))
			.unique()
			.description(
				'Events that it receives; all that its kind supports by default, except the daily summary, which comes at 8 in the morning if anything happened. Media servers support imported, upgraded and deleted.',
			),
		pathMappings: Joi.array()
			.items(
				Joi.object({
					from: path
						.pattern(/^\//, 'an absolute path as this service sees it')
						.meta({folder: true})
						.description('Folder as this service sees it.'),
					to: path
						.pattern(/^(?:\/|[A-Za-z]:[\\/]|\\\\)/, 'an absolute path as the media server sees it')
						.description('The same folder as the media server sees it.'),
				}),
			)
			.max(50)
			.description('Needed where a media server sees the library under other paths, as it often does in a container.'),
		scope: field.scope.description('Only events of movies, or of series; null for both. Health is of neither.'),
		method: Joi.string()
			.valid(...webhookMethods)
			.description('Method of HTTP with which messages are sent.'),
		settings: field.values.description('Headers that are sent with each message, by name.'),
		tags: field.tags.description(
			'Libraries and labels; only their titles are notified of. Empty for all titles. Health is not tied to titles.',
		),
	},
	required: ['name', 'kind'],
	defaults: {
		url: '',
		username: null,
		password: null,
		from: null,
		to: null,
		enabled: true,
		pathMappings: [],
		tags: [],
		scope: null,
		method: 'POST',
		settings: {},
	},
	protection: {url: 'address', secret: 'secret', apiKey: 'secret', password: 'secret', settings: 'values'},
	openValues: new Set(),
	example: {name: 'Living room', kind: 'webhook', url: 'https://receiver.example/hook'},
	untried: ({enabled}) => ({
		status: enabled ? 'ok' : 'disabled',
		lastError: null,
		disabledUntil: null,
		failures: 0,
		isRefused: false,
	}),
	/** Its test is a message to people, so only they ask for it. */
	isTestedWhenSaved: () => false,
	isOffWhenDisabled: true,
	complete(settings, {given, stored}) {
		const isOtherKind = stored !== null && settings.kind !== stored.kind && given.url === undefined;
		return {
			...settings,
			url: (isOtherKind ? '' : settings.url) || (notificationKinds[settings.kind].usualUrl ?? ''),
			secret: settings.secret || null,
			apiKey: settings.apiKey || null,
			events: settings.events ?? (isMediaServer(settings) ? [...fileEvents] : [...usualEvents]),
		};
	},
	generate: settings => (settings.kind === 'webhook' && !settings.secret ? {secret: `whsec_${randomBytes(32).toString('base64')}`} : {}),
	faults: settings => [...needFaults(settings), ...foreignFaults(settings), ...kindFaults(settings)],
};

type Settings = Entered<NotificationSettings>;

/** Settings that the kind needs and that are missing. */
function needFaults(settings: Settings): Fault[] {
	const {needs, schemes, named} = notificationKinds[settings.kind];
	const scheme = URL.parse(settings.url)?.protocol.slice(0, -1) ?? '';
	const isWrong = settings.url !== '' && !(schemes as readonly string[]).includes(scheme);
	return [
		...needs
			.filter(name => !settings[name])
			.map(path => ({path, message: `${path} must be given for ${settings.kind}: ${reasons[path](named)}`})),
		...(isWrong
			? [{path: 'url', message: `url of ${settings.kind} must begin with ${schemes.map(each => `${each}://`).join(' or ')}`}]
			: []),
	];
}

const reasons: Readonly<Record<'url' | 'apiKey' | 'from' | 'to', (named: string) => string>> = {
	url: () => 'it has no usual address',
	apiKey: named => `${named} does not answer without one`,
	from: () => 'mail servers take nothing without a sender',
	to: () => 'without it no message can be sent',
};

/** Settings that only other kinds have. */
function foreignFaults({kind, secret, apiKey, pathMappings, events, settings: given = {}}: Settings): Fault[] {
	const {uses, isMediaServer: isServer} = notificationKinds[kind];
	const isUsed = (name: string) => (uses as readonly string[]).includes(name);
	const foreign = isServer ? events.filter(event => !fileEvents.includes(event)) : [];
	return [
		...(apiKey && !isUsed('apiKey') ? [{path: 'apiKey', message: `apiKey must be null: ${kind} has none`}] : []),
		...(pathMappings.length > 0 && !isServer ? [{path: 'pathMappings', message: 'pathMappings are only for media servers'}] : []),
		...(Object.keys(given).length > 0 && !isUsed('settings')
			? [{path: 'settings', message: `settings must be empty: ${kind} has no headers`}]
			: []),
		...Object.entries(given)
			.filter(([name, value]) => !/^[\w-]+$/.test(name) || !/^[\x20-\x7e]*$/.test(String(value ?? '')))
			.map(([name]) => ({
				path: `settings.${name}`,
				message: `settings.${name} must be a header: letters, digits and hyphens, and plain text`,
			})),
		...(secret && !isUsed('secret') ? [{path: 'secret', message: `secret is only for webhooks; ${kind} has none`}] : []),
		...(foreign.length > 0
			? [{path: 'events', message: `events of ${kind} may be ${fileEvents.join(', ')}, but not ${foreign.join(', ')}`}]
			: []),
	];
}

/** Settings in the wrong form. */
function kindFaults({kind, secret, from, to}: Settings): Fault[] {
	if (kind === 'webhook' && !isSigningSecret(secret)) {
		return [{path: 'secret', message: 'secret must be whsec_ and 24 to 64 bytes in base64; leave it out to get one'}];
	}
	if (kind === 'email') {
		const addresses = addressesIn(to);
		const isTooMany = addresses.length > maxAddresses;
		return [
			...(from && !isMailAddress(from) ? [{path: 'from', message: 'from must be an e-mail address'}] : []),
			...(to && (isTooMany || !addresses.every(isMailAddress))
				? [{path: 'to', message: `to must be at most ${maxAddresses} e-mail addresses, separated by commas`}]
				: []),
		];
	}
	const form = to ? forms[kind] : undefined;
	return form && !form.pattern.test(to ?? '') ? [{path: 'to', message: `to must be ${form.named}`}] : [];
}

const maxAddresses = 20;
const forms: Partial<Record<NotificationKind, {pattern: RegExp; named: string}>> = {
	telegram: {
		pattern: /^(?:-?\d{1,20}|@\w{4,40})$/,
		named: 'the id of a chat, such as -1001234567890, or the name of a channel, such as @films',
	},
	ntfy: {pattern: /^[\w-]{1,64}$/, named: 'a topic: at most 64 letters from a to z, digits, _ and -'},
	apprise: {pattern: /^[\w-]{1,64}$/, named: 'a tag: at most 64 letters, digits, _ and -'},
	pushover: {pattern: /^[A-Za-z\d]{30}$/, named: 'the key of a user or group, which has 30 letters and digits'},
};

/** Only the address, without a name before it. */
const isMailAddress = (text: string) => /^[^\s@<>,;:"()[\]\\]{1,64}@[^\s@<>,;:"()[\]\\]{1,255}$/.test(text);

const secretBytes = {min: 24, max: 64};

function isSigningSecret(secret: string | null): boolean {
	// The library that signs takes only whole base64, without the letters - and _ of addresses.
	const encoded = /^whsec_((?:[A-Za-z\d+/]{4})+(?:[A-Za-z\d+/]{2}==|[A-Za-z\d+/]{3}=)?)$/.exec(secret ?? '')?.[1];
	const {length} = Buffer.from(encoded ?? '', 'base64');
	return length >= secretBytes.min && length <= secretBytes.max;
}
