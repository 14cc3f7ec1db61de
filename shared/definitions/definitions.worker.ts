import {parentPort} from 'node:worker_threads';
import {Unusable} from '../domain/definitions/definition.ts';
import {createAnswers, type QuestionKind, type QuestionOf} from './answer-question.ts';

const answers = createAnswers();

function answer<Kind extends QuestionKind>(kind: Kind, asked: QuestionOf<Kind>): object {
	try {
		return {answer: answers[kind](asked)};
	} catch (error) {
		if (error instanceof Unusable) {
			return {unusable: error.message};
		}
		// Elements in elements without end exhaust the stack, which nothing but this reply is to blame for.
		return error instanceof RangeError
			? {unusable: 'it is nested too deeply'}
			: {failure: error instanceof Error ? error.message : String(error)};
	}
}

parentPort?.on('message', ({kind, asked}: {kind: QuestionKind; asked: QuestionOf<QuestionKind>}) => {
	parentPort?.postMessage(answer(kind, asked as never)); // definition-thread.ts sends what belongs to the kind
});
parentPort?.postMessage('ready');
