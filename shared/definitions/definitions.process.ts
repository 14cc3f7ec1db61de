import {Unusable} from '../domain/definitions/definition.ts';
import type {QuestionKind, QuestionOf} from './answer-question.ts';
import {type Answer, Costly, createDefinitionThread} from './definition-thread.ts';

const thread = createDefinitionThread({limitMs: Number(process.argv[2])});

async function answer<Kind extends QuestionKind>(kind: Kind, asked: QuestionOf<Kind>): Promise<Answer> {
	try {
		return {answer: await thread.ask(kind, asked)};
	} catch (error) {
		const message = error instanceof Error ? error.message : String(error);
		return error instanceof Unusable ? {unusable: message, isCostly: error instanceof Costly} : {failure: message};
	}
}

process.on('message', async ({kind, asked}: {kind: QuestionKind; asked: QuestionOf<QuestionKind>}) => {
	process.send?.(await answer(kind, asked as never)); // definition-process.ts sends what belongs to the kind
});
// The caller is gone, and the thread may be busy for ever.
process.once('disconnect', () => process.exit());
