import {parentPort} from 'node:worker_threads';
import {looks} from './look.ts';
import type {LookWish} from './look-thread.ts';

parentPort?.on('message', ({kind, path}: LookWish) => parentPort?.postMessage(looks[kind](path)));
