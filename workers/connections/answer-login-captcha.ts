import type {Indexer as IndexerRecord} from '#shared/domain/indexers/indexer-record.ts';
import {Conflict} from '#shared/errors.ts';
import {answerLoginCaptcha, type showLoginCaptcha} from '#shared/jobs/connections.ts';
import {openPayload} from '#shared/jobs/sealed-payload.ts';
import type {WorkerDeps} from '../runtime/deps.ts';
import type {Handler} from '../runtime/handler.ts';
import {type TestDeps, testAndNote} from './test-connection.ts';

export const handleShowLoginCaptcha: Handler<typeof showLoginCaptcha, 'indexers' | 'openIndexer'> = async (
	{indexerId},
	{indexers, openIndexer},
	{signal},
) => {
	const {showCaptcha} = open(await indexers.get(indexerId), openIndexer);
	return {isLoggedIn: await showCaptcha(signal)};
};

export const handleAnswerLoginCaptcha: Handler<typeof answerLoginCaptcha, keyof TestDeps | 'secrets'> = async (
	{indexerId, sealed},
	deps,
	{signal},
) => {
	const {answer} = openPayload<{answer: string}>(answerLoginCaptcha, sealed, deps.secrets);
	const indexer = await deps.indexers.get(indexerId);
	await open(indexer, deps.openIndexer).answerCaptcha(answer, signal);
	// Only the test shows that it can be searched now, and ends the pause after the failures before.
	return testAndNote('indexer', indexer, {seen: indexer, signal}, deps);
};

function open(indexer: IndexerRecord, openIndexer: WorkerDeps['openIndexer']) {
	const {showCaptcha, answerCaptcha} = openIndexer(indexer, 'test');
	if (!showCaptcha || !answerCaptcha) {
		throw new Conflict('no_captcha', `${indexer.name} is of the kind ${indexer.kind}, which has no login.`);
	}
	return {showCaptcha, answerCaptcha};
}
