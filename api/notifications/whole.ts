import {randomBytes} from 'node:crypto';
import {invalid} from '#api/http/input.ts';
import {fileEvents, isMediaServer, type NotificationSettings, notificationEvents} from '#shared/domain/notifications/notification.ts';
import type {Fault} from '#shared/errors.ts';
import {faultsOf} from './schema.ts';

type Whole = Omit<NotificationSettings, 'id'>;
type Given = Omit<Whole, 'events' | 'secret' | 'apiKey'> & Partial<Whole>;

/** Each field that does not fit the kind of the record. Those that are `wrong` have a fault already. */
export function kindFaults(given: Partial<Given>, wrong: ReadonlySet<string>): Fault[] {
	const {kind, name = '', url = '', enabled = true, pathMappings = []} = given;
	return kind === undefined || wrong.has('kind')
		? []
		: faultsOf(complete({...given, kind, name, url, enabled, pathMappings}).settings).filter(({path}) => !wrong.has(path));
}

/** A record with what may be left out. Throws Invalid naming each field that does not fit its kind. */
export function whole(given: Given): {settings: Whole; newSecret: string | null} {
	const completed = complete(given);
	const faults = faultsOf(completed.settings);
	if (faults.length > 0) {
		throw invalid(faults);
	}
	return completed;
}

function complete(given: Given): {settings: Whole; newSecret: string | null} {
	const isServer = isMediaServer(given);
	const newSecret = isServer || given.secret ? null : `whsec_${randomBytes(32).toString('base64')}`;
	const settings: Whole = {
		name: given.name,
		kind: given.kind,
		url: given.url,
		enabled: given.enabled,
		pathMappings: given.pathMappings,
		events: given.events ?? (isServer ? [...fileEvents] : [...notificationEvents]),
		secret: given.secret || newSecret,
		apiKey: given.apiKey || null,
	};
	return {settings, newSecret};
}
