import type {PipelineStage} from 'mongoose';
import {databaseClock} from '../../coordination/lease.ts';
import {clockSkewMs} from '../../domain/network/clock-skew.ts';

/** Set for a run that came before its usual time. Tasks with a line look only at what has become due in it. */
export const onlyAwake = 'onlyAwake';

/** Later than an interval from now only a clock that was ahead can have set. */
const isEarly = {
	$and: [databaseClock.isAhead('$wholeRunAt'), {$lte: ['$wholeRunAt', databaseClock.in({$add: ['$intervalMs', clockSkewMs]})]}],
};

/**
 * Takes the run of a task that is due: one interval after the last whole run it is a whole one again. The next run is
 * the next whole one, unless the task asks to run sooner.
 */
export const takeRun: PipelineStage.Set[] = [
	{$set: {isWhole: {$not: [isEarly]}}},
	{$set: {wholeRunAt: {$cond: ['$isWhole', databaseClock.in('$intervalMs'), '$wholeRunAt']}}},
	{$set: {nextRunAt: '$wholeRunAt'}},
];
