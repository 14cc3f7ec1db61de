import type {Operations} from '#api/http/operation.ts';
import {recordOperations, testOperations} from '#api/http/operation.ts';
import type {Route} from '#api/http/route.ts';
import {secret} from '#api/http/secrets.ts';
import type {RouteDeps} from '#api/services.ts';
import {
	type SubtitleProvider,
	type SubtitleProviderKind,
	subtitleProviderKinds,
	subtitleProviderStatuses,
} from '#shared/domain/subtitles/provider-record.ts';
import {flag, integer, integerOrNull, oneOf, stamps, text, textOrNull, timestampOrNull} from '#shared/presenters/fields.ts';
import {viewOf} from '#shared/presenters/view.ts';
import {subtitleProviderFamily} from '#shared/providers/subtitle-providers.ts';
import {providerRoutes} from './provider-routes.ts';

const subtitleProvider = viewOf<SubtitleProvider>()(
	{
		id: text,
		name: text,
		kind: oneOf(Object.keys(subtitleProviderKinds) as SubtitleProviderKind[]),
		url: text.description('Address of the API, or the path of a folder.'),
		apiKey: secret,
		username: text,
		password: secret,
		enabled: flag,
		priority: integer,
		dailyLimit: integerOrNull.description('Maximum number of downloads in any 24 hours; null for the quota of the provider.'),
		timeoutSeconds: integer,
		status: oneOf(subtitleProviderStatuses),
		lastError: textOrNull,
		disabledUntil: timestampOrNull.description('It is not used before this time.'),
		remaining: integerOrNull.description('Downloads left until `resetAt`; null when unknown.'),
		resetAt: timestampOrNull,
		...stamps,
	},
	'SubtitleProvider',
);

const path = '/api/subtitle-providers';
export const subtitleProvidersOperations: Operations = {
	...recordOperations(path, {name: 'SubtitleProvider', view: subtitleProvider}),
	...testOperations(path, 'SubtitleProvider'),
};

export function subtitleProvidersRoutes(deps: RouteDeps): Route[] {
	return providerRoutes(
		{
			name: 'subtitleProvider',
			path,
			plural: 'subtitleProviders',
			family: subtitleProviderFamily,
			view: subtitleProvider,
			store: deps.subtitleProviders,
			readers: 'auth',
		},
		deps,
	);
}
