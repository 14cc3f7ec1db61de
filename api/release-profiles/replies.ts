import {type Operations, recordOperations} from '#api/http/operation.ts';
import {flag, stamps, text, texts} from '#shared/presenters/fields.ts';
import {viewOf} from '#shared/presenters/view.ts';
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

export const releaseProfilesOperations: Operations = recordOperations('/api/release-profiles', {
	name: 'ReleaseProfile',
	view: releaseProfile,
});
