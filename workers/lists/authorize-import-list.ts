import {randomUUID} from 'node:crypto';
import {promiseJob} from '#shared/coordination/outbox.ts';
import {wait} from '#shared/coordination/wait.ts';
import {hourMs, secondMs} from '#shared/domain/durations.ts';
import type {ListSignIn} from '#shared/domain/import-lists/sign-in.ts';
import {Conflict, Invalid, isExpected, TooMany} from '#shared/errors.ts';
import {type authorizeImportList, awaitAuthorization, syncImportList} from '#shared/jobs/lists.ts';
import {maskSecrets} from '#shared/mask-secrets.ts';
import type {WorkerDeps} from '../runtime/deps.ts';
import type {Handler} from '../runtime/handler.ts';

type Deps = Pick<WorkerDeps, 'importLists' | 'jobs' | 'now' | 'openListSignIn' | 'outbox'>;

/** The longest that a code may count, and the least and most seconds between two questions, whatever they say. */
const longestMs = hourMs;
const minSeconds = 1;
const maxSeconds = 60;
/** More seconds each time that the service finds us too fast. */
const slowerBySeconds = 5;

/** Answers with the code at once; another job waits until it was entered. */
export const handleAuthorizeImportList: Handler<typeof authorizeImportList, keyof Deps> = async ({listId}, deps, {signal}) => {
	const {importLists, now} = deps;
	const list = await importLists.get(listId);
	const client = deps.openListSignIn(list);
	if (client === null) {
		throw new Conflict('no_sign_in', `${list.name} is of the kind ${list.kind}, which has no account to sign in to.`);
	}
	const {expiresAt: end, ...started} = await client.start(signal);
	const expiresAt = new Date(Math.min(Number(new Date(end)), Number(now()) + longestMs));
	const signIn: ListSignIn = {...started, id: randomUUID(), state: 'waiting', message: null, expiresAt: expiresAt.toISOString()};
	if (!(await importLists.signIns.begin(listId, signIn, list))) {
		throw new Conflict('changed_meanwhile', 'Somebody else has just changed this list. Sign in again.');
	}
	await promiseJob(awaitAuthorization, {listId, signInId: signIn.id}, deps);
	return {userCode: signIn.userCode, verificationUrl: signIn.verificationUrl, expiresAt};
};

/** May be killed anywhere: the next run continues asking. */
export const handleAwaitAuthorization: Handler<typeof awaitAuthorization, keyof Deps> = (payload, deps, {signal}) =>
	awaitSignIn(payload, deps, {signal});

interface SignInOptions {
	signal: AbortSignal;
	/** Real time by default. */
	pause?: typeof wait;
}

export async function awaitSignIn(
	{listId, signInId}: {listId: string; signInId: string},
	deps: Deps,
	{signal, pause = wait}: SignInOptions,
): Promise<void> {
	const {importLists, now} = deps;
	const {signIns} = importLists;
	for (let slower = 0; ; ) {
		const [list, signIn] = [await importLists.find(listId), await signIns.last(listId)];
		const client = list && deps.openListSignIn(list);
		if (!client || signIn?.id !== signInId || signIn.state !== 'waiting') {
			return;
		}
		const end = (state: ListSignIn['state'], message: string) =>
			signIns.note(listId, {...signIn, state, message: maskSecrets(message), deviceCode: ''});
		if (new Date(signIn.expiresAt) <= now()) {
			await end('expired', 'The code has expired. Sign in again.');
			return;
		}
		const answer = await client.ask(signIn.deviceCode).catch(unlessPassing);
		if (answer.state === 'done') {
			const isOurs = await signIns.grant(listId, signIn, answer.tokens);
			await (isOurs && list.enabled && promiseJob(syncImportList, {listId, byPerson: true}, deps));
			return;
		}
		if (answer.state !== 'waiting') {
			await end(answer.state, answer.message);
			return;
		}
		slower += answer.slower ? slowerBySeconds : 0;
		const seconds = Math.min(Math.max(signIn.intervalSeconds, minSeconds) + slower, maxSeconds);
		await pause(seconds * secondMs, signal);
	}
}

/** A service that is away for a moment is asked again; one that refuses the app is not. */
function unlessPassing(error: unknown) {
	if (error instanceof Invalid) {
		return {state: 'failed', message: error.message} as const;
	}
	if (isExpected(error)) {
		return {state: 'waiting', slower: error instanceof TooMany} as const;
	}
	throw error;
}
