import type {Operations} from '#api/http/replies/operation.ts';
import {flag, stamps, text, texts} from '#shared/presenters/fields.ts';
import {objectOf, viewOf} from '#shared/presenters/view.ts';
import type {StoredReleaseProfile} from '#shared/store/profiles/release-profiles.ts';

export const releaseProfile = viewOf<StoredReleaseProfile>()(
	{
		id: text,
		name: text,
		enabled: flag,
		mustContain: texts.description('A title must contain at least one of them: texts, or patterns between slashes. Case is ignored.'),
		mustNotContain: texts,
		tags: texts.description('Names or ids of the libraries that it applies to; empty for all titles.'),
		...stamps,
	},
	'ReleaseProfile',
);

export const releaseProfilesOperations: Operations = {
	'GET /api/release-profiles': {
		id: 'listReleaseProfiles',
		summary: 'List release profiles',
		replies: {200: objectOf({releaseProfiles: releaseProfile.list})},
	},
	'GET /api/release-profiles/:id': {id: 'getReleaseProfile', summary: 'Show a release profile', replies: {200: releaseProfile.schema}},
	'POST /api/release-profiles': {
		id: 'addReleaseProfile',
		summary: 'Add a release profile',
		replies: {201: releaseProfile.schema},
		failures: [409],
	},
	'PUT /api/release-profiles/:id': {
		id: 'updateReleaseProfile',
		summary: 'Change a release profile',
		replies: {200: releaseProfile.schema},
		failures: [409],
	},
	'DELETE /api/release-profiles/:id': {id: 'deleteReleaseProfile', summary: 'Delete a release profile', replies: {204: null}},
};
