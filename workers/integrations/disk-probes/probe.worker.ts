import {parentPort} from 'node:worker_threads';
import {probes} from './probe.ts';
import type {Probe} from './probe-threads.ts';

parentPort?.on('message', ({kind, path}: Probe) => parentPort?.postMessage(probes[kind](path)));
