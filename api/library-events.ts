import type {Operations} from '#api/http/operation.ts';
import {type Route, route} from '#api/http/route.ts';
import type {RouteDeps} from '#api/services.ts';
import {libraryStream} from '#shared/events/library.ts';
import {libraryEvents} from '#shared/events/streamed-events.ts';

export function libraryEventsRoutes({relays}: RouteDeps): Route[] {
	return [
		route('GET /api/library/events', {access: 'auth', isStream: true}, async client => {
			await relays.relay(libraryStream, client);
			return null;
		}),
	];
}

const description =
	'What happens to titles and their files, at most 50 of them a second from each process. More than 500 at once, such as by the work on a whole library, are one `reset` every ten seconds.';

export const libraryEventsOperations: Operations = {
	'GET /api/library/events': {
		id: 'streamLibrary',
		summary: 'Follow the titles of the library',
		replies: {200: {mediaType: 'text/event-stream', description, events: libraryEvents}},
	},
};
