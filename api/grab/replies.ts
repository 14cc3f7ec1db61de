import type {Operations} from '#api/http/operation.ts';
import {success} from '#api/http/route.ts';
import type {GrabbedRelease} from '#shared/jobs/grab.ts';
import {text, textOrNull} from '#shared/presenters/fields.ts';
import {from, viewOf} from '#shared/presenters/view.ts';

export const grabbed = viewOf<GrabbedRelease>()({
	success,
	downloadId: textOrNull,
	queueId: text,
	title: text,
	message: from(text, ({title}: GrabbedRelease) => `${title} was sent to the download client.`),
});

export const grabOperations: Operations = {
	'POST /api/download/grab': {
		id: 'grabRelease',
		summary: 'Send a found release to a download client',
		replies: {201: grabbed.schema},
		failures: [404, 409, 502, 504],
	},
};
