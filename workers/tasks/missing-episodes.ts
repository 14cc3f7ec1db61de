import type {TaskBody} from '../executions/run-execution.ts';
import {namedSeries, searchSeriesBacklog} from './search-series-backlog.ts';

export const searchMissingEpisodes: TaskBody = (run, deps) =>
	searchSeriesBacklog({series: deps.series.withMissing(namedSeries(run)), reason: 'missing'}, run, deps);
