import type {Title} from '#test/simulate/world/titles.ts';

/** A monitored episode that nobody has, wanted from a fixed moment. */
export function makeTitle(overrides: Partial<Title> = {}): Title {
	return {
		...{id: 'title', name: 'Lantern Street S1E1', kind: 'episode', seriesId: 'series', season: 1, episode: 1, runtime: 45},
		...{monitored: true, wantedFrom: Date.parse('2026-03-01T20:00:00Z'), had: 'nothing', airs: false},
		...overrides,
	};
}
