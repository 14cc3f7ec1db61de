import {type Connection, Schema} from 'mongoose';
import {isDuplicateKey, schemaOptions} from '../mongo/records.ts';

/** Success figures of the solver, over all workers. */
export interface CaptchaStatistics {
	totalSolves: number;
	successfulSolves: number;
	failedSolves: number;
	/** 0 to 1. */
	successRate: number;
	/** Milliseconds, for successful solves. */
	averageSolveTime: number;
	lastError: {message: string; timestamp: Date} | null;
}

interface StoredStatistics {
	_id: string;
	successful: number;
	failed: number;
	successfulMs: number;
	lastError: {message: string; timestamp: Date} | null;
	/** The latest counted solves. If a worker died right after counting, its solve is not counted again. */
	counted: string[];
}

export interface SolveToCount {
	/** Id of the job; the same however often it runs. */
	id: string;
	/** Milliseconds. */
	duration: number;
	/** Null for a success. */
	error: string | null;
}

const only = 'all';
const rememberedSolves = 1000;

const statisticsSchema = new Schema<StoredStatistics>(
	{_id: String, successful: Number, failed: Number, successfulMs: Number, lastError: Schema.Types.Mixed, counted: [String]},
	schemaOptions,
);

export function createCaptchaStatisticsStore(connection: Connection) {
	const statistics = connection.model<StoredStatistics>('CaptchaStatistics', statisticsSchema, 'captchaStatistics');
	return {
		/** Counts in one write; a solve that is already counted changes nothing. */
		async count({id, duration, error}: SolveToCount, now: Date): Promise<void> {
			const change = {
				$inc: {successful: error === null ? 1 : 0, failed: error === null ? 0 : 1, successfulMs: error === null ? duration : 0},
				$push: {counted: {$each: [id], $slice: -rememberedSolves}},
				...(error !== null && {$set: {lastError: {message: error, timestamp: now}}}),
			};
			try {
				await statistics.updateOne({_id: only, counted: {$ne: id}}, change, {upsert: true});
			} catch (failure) {
				// The record exists and has counted this solve, or another worker has just created it.
				if (!isDuplicateKey(failure)) {
					throw failure;
				}
				await statistics.updateOne({_id: only, counted: {$ne: id}}, change);
			}
		},
		async read(): Promise<CaptchaStatistics> {
			const stored = await statistics.findOne({_id: only}, {counted: 0}).lean<StoredStatistics>();
			const {successful = 0, failed = 0, successfulMs = 0, lastError = null} = stored ?? {};
			const total = successful + failed;
			return {
				totalSolves: total,
				successfulSolves: successful,
				failedSolves: failed,
				successRate: total === 0 ? 0 : successful / total,
				averageSolveTime: successful === 0 ? 0 : Math.round(successfulMs / successful),
				lastError,
			};
		},
		/** Solves that are running now count from zero. */
		async clear(): Promise<void> {
			await statistics.updateOne({_id: only}, {$set: {successful: 0, failed: 0, successfulMs: 0, lastError: null}});
		},
	};
}
