import {parentPort} from 'node:worker_threads';
import {createPatternRunner, type PatternQuestion} from './run-patterns.ts';

const {answer} = createPatternRunner();
parentPort?.on('message', (question: PatternQuestion) => parentPort?.postMessage(answer(question)));
