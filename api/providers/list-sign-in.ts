import {idParams} from '#api/http/fields.ts';
import type {Operations} from '#api/http/operation.ts';
import {accepted, ok, type Route, route} from '#api/http/route.ts';
import type {RouteDeps} from '#api/services.ts';
import {kindOf} from '#shared/domain/import-lists/import-list.ts';
import {type ListSignIn, signInStates} from '#shared/domain/import-lists/sign-in.ts';
import {Conflict} from '#shared/errors.ts';
import {authorizeImportList} from '#shared/jobs/lists.ts';
import {oneOf, text, textOrNull, timestamp, timestampOrNull} from '#shared/presenters/fields.ts';
import {viewOf} from '#shared/presenters/view.ts';

/** Milliseconds for a worker to get the code, which takes one request to the service. */
const limitMs = 40_000;

const code = viewOf<{userCode: string; verificationUrl: string; expiresAt: Date}>()(
	{
		userCode: text.description('What a person enters at `verificationUrl`.'),
		verificationUrl: text.description('Page of the service where the code is entered.'),
		expiresAt: timestamp.description('The code counts until then.'),
	},
	'SignInCode',
);

interface Shown {
	state: 'none' | ListSignIn['state'];
	userCode: string | null;
	verificationUrl: string | null;
	expiresAt: string | null;
	message: string | null;
}

const authorization = viewOf<Shown>()(
	{
		state: oneOf(['none', ...signInStates]).description('What became of the last sign-in; `none` if there was none.'),
		userCode: textOrNull.description('The code while it waits to be entered; null otherwise.'),
		verificationUrl: textOrNull.description('Page of the service where the code is entered.'),
		expiresAt: timestampOrNull.description('The code counts until then.'),
		message: textOrNull.description('Why the sign-in ended without an account.'),
	},
	'ListAuthorization',
);

const path = '/api/import-lists';
export const listSignInOperations: Operations = {
	[`POST ${path}/:id/authorize`]: {
		id: 'authorizeImportList',
		summary: 'Get a code with which a person signs in to the account of an import list',
		replies: {202: code.schema},
		failures: [400, 409, 502],
	},
	[`GET ${path}/:id/authorization`]: {
		id: 'getImportListAuthorization',
		summary: 'Show what became of the last sign-in to the account of an import list',
		replies: {200: authorization.schema},
	},
};

function toShown(signIn: ListSignIn | null): Shown {
	const {state = 'none', message = null} = signIn ?? {};
	const isWaiting = signIn?.state === 'waiting';
	return {
		state,
		userCode: isWaiting ? signIn.userCode : null,
		verificationUrl: isWaiting ? signIn.verificationUrl : null,
		expiresAt: isWaiting ? signIn.expiresAt : null,
		message,
	};
}

export function listSignInRoutes({importLists, jobs}: RouteDeps): Route[] {
	return [
		route(`POST ${path}/:id/authorize`, {access: 'admin', limit: 'tests', params: idParams}, async ({params}) => {
			const {id, name, kind} = await importLists.get(params.id);
			if (!kindOf(kind).signsIn) {
				throw new Conflict('no_sign_in', `${name} is of the kind ${kind}, which has no account to sign in to.`);
			}
			return accepted(code.present(await jobs.ask(authorizeImportList, {listId: id}, {timeoutMs: limitMs})));
		}),
		route(`GET ${path}/:id/authorization`, {access: 'admin', params: idParams}, async ({params}) => {
			const {id} = await importLists.get(params.id);
			return ok(authorization.present(toShown(await importLists.signIns.last(id))));
		}),
	];
}
