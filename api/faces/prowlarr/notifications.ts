import type {RouteDeps} from '#api/services.ts';
import type {NotificationEvent, NotificationRecord} from '#shared/domain/notifications/notification.ts';
import {isForBoth} from '#shared/domain/scope.ts';
import type {AppCall, FaceCall, IndexerRoute} from '../faces.ts';
import {notificationFace} from '../notifications.ts';
import {keptProperties, type ProviderFace} from '../provider-values.ts';
import {providerFaceRoutes, refuseShared} from '../providers.ts';
import {flagIn} from '../wire.ts';

const heard: Readonly<Record<string, NotificationEvent>> = {onGrab: 'grabbed', onHealthIssue: 'health'};
const others = ['onHealthRestored', 'onApplicationUpdate', 'includeHealthWarnings', 'includeManualGrabs'];
/** Marks those that a program for indexers added, which it may remove. */
const ownMark = 'ofIndexers';

/** Receivers of what happens with indexers: they are for movies and series alike. */
const ofIndexers: ProviderFace = {
	...notificationFace,
	isShown: isForBoth,
	async present(record, kept) {
		const events = (record as unknown as NotificationRecord | null)?.events ?? []; // the list has no others
		return {
			...Object.fromEntries(Object.entries(heard).map(([name, event]) => [name, events.includes(event)])),
			...Object.fromEntries(others.map(name => [name, kept[name] === true])),
			...{supportsOnGrab: true, supportsOnHealthIssue: true, supportsOnHealthRestored: false, supportsOnApplicationUpdate: false},
		};
	},
	async readBeside(body, record) {
		const before = (record as unknown as NotificationRecord | null)?.events ?? [];
		const wanted = new Set(before);
		for (const [name, event] of Object.entries(heard)) {
			const sent = flagIn(body, name);
			if (sent !== undefined) {
				sent ? wanted.add(event) : wanted.delete(event);
			}
		}
		const isSame = record !== null && wanted.size === before.length && before.every(event => wanted.has(event));
		return {
			settings: {events: isSame ? before : [...wanted]},
			kept: {...keptProperties(body, others), ...(record === null && {[ownMark]: true})},
		};
	},
	refuseRemoval: async ({record, kept}) => refuseShared(kept[ownMark] !== true, record.name),
};

const asFaceCall = (call: AppCall): FaceCall => ({...call, face: 'movies', shelf: {library: null, apart: []}});

export const notificationRoutes = (deps: RouteDeps): IndexerRoute[] =>
	providerFaceRoutes(ofIndexers, deps).map(({method, parts, handle}) => ({method, parts, handle: call => handle(asFaceCall(call))}));
