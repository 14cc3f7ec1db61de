import type {ExecutionContext} from 'ava';
import type {HistoryEntry} from '#shared/store/downloads/history-schema.ts';
import type {NewNotification} from '#shared/store/providers/provider-stores.ts';
import {handleDeliverNotifications} from '#workers/connections/deliver-notifications.ts';
import {notifyEvents} from '#workers/executions/notify-events.ts';
import type {WorkerDeps} from '#workers/runtime/deps.ts';
import type {WorkerWorld} from '../worker-deps.ts';
import {movieDetails, release} from './movie.ts';

export const signingSecret = `whsec_${Buffer.alloc(32, 7).toString('base64')}`;

export const buildNotification = (overrides: Partial<NewNotification>): NewNotification => ({
	name: `Receiver ${Math.random()}`,
	kind: 'webhook',
	tags: [],
	url: 'http://127.0.0.1:9/hook',
	secret: signingSecret,
	apiKey: null,
	username: null,
	password: null,
	from: null,
	to: null,
	enabled: true,
	events: ['grabbed', 'imported', 'upgraded', 'failed', 'deleted', 'health'],
	pathMappings: [],
	scope: null,
	method: 'POST',
	settings: {},
	...overrides,
});

/** One movie, events about it, and a clock that the test sets. */
export async function receiversInWorld(_: ExecutionContext, world: WorkerWorld, _options: object) {
	// Not in the past: the database itself removes old deliveries.
	const clock = {now: new Date()};
	const deps: WorkerDeps = {...world.deps, now: () => clock.now};
	const movie = await world.addMovie(movieDetails);
	const entry = (event: HistoryEntry['event'], data: HistoryEntry['data'] = {}): Omit<HistoryEntry, 'id'> => ({
		event,
		title: release,
		movieId: movie.id,
		seriesId: null,
		episodeIds: [],
		quality: 'WEBDL-1080p',
		qualityScore: 70,
		indexer: 'Test indexer',
		downloadClient: 'Test client',
		downloadId: 'd'.repeat(40),
		data,
		timestamp: clock.now,
	});
	return {
		deps,
		movie,
		clock,
		pass: (seconds: number) => {
			clock.now = new Date(Number(clock.now) + seconds * 1000);
		},
		add: (overrides: Partial<NewNotification>) => deps.notifications.add(buildNotification(overrides), clock.now),
		happens: (event: HistoryEntry['event'], data?: HistoryEntry['data']) => deps.history.add(entry(event, data)),
		tell: () => notifyEvents(deps),
		deliver: (notificationId: string, given: WorkerDeps = deps) => handleDeliverNotifications({notificationId}, given, world.run()),
		async log(notificationId: string) {
			return (await deps.deliveries.page({notificationId, page: 1, limit: 100})).deliveries;
		},
	};
}
