import type {Series} from './library-series.ts';

/** Limits of what is done together; one series with more episodes is alone. */
interface Limits {
	series: number;
	episodes: number;
}

/** Series in steps, so that none has too many episodes: some series have thousands. */
export function seriesTogether<T extends Pick<Series, 'totalEpisodeCount'>>(all: readonly T[], limits: Limits): T[][] {
	const steps: T[][] = [];
	let episodes = 0;
	for (const series of all) {
		episodes += series.totalEpisodeCount;
		const last = steps.at(-1);
		if (last && episodes <= limits.episodes && last.length < limits.series) {
			last.push(series);
		} else {
			steps.push([series]);
			episodes = series.totalEpisodeCount;
		}
	}
	return steps;
}
