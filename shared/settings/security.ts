import {flag, integer, list, type SettingDefinition} from './define.ts';
import {hostName} from './forms.ts';

/** Who may reach the service, how much of it, and what is remembered of that. */
export const securitySettings = {
	'events.connectionsPerCaller': integer(
		'security',
		20,
		[1, 2000],
		'Event streams that one key, user or address may have open in each API process.',
	),
	'security.queuePublic': flag('security', true, 'The download queue can be read without credentials.'),
	'security.allowPrivateNetworks': flag(
		'security',
		false,
		'The captcha solver and the built-in torrent client may contact private and loopback addresses, and torrents keep such trackers. Indexers and download clients that administrators entered need no setting.',
	),
	'security.allowedHosts': list(
		'security',
		[],
		'Names under which browsers may reach the service, besides localhost, addresses, names of home networks (without a dot, or such as nas.lan and nas.local) and the external URL.',
		{pattern: hostName},
	),
	'security.sessionDays': integer(
		'security',
		30,
		[1, 365],
		'Days after which a login ends, however often its session is used. It also ends after 7 days without use.',
	),
	'audit.retentionDays': integer('security', 365, [1, 3650], 'Days for which new entries of the audit trail are kept.'),
} satisfies Record<string, SettingDefinition>;
