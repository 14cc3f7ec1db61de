import test from 'ava';
import {pageModule} from '#test/helpers/ui/page-module.ts';

const {saidOfRun} = await pageModule('tasks/said-of-run.ts');
const said = (taskId: string, itemsProcessed: number, itemsAffected: number) => saidOfRun(taskId, {itemsProcessed, itemsAffected});

test('a run says what it looked at and what came of it, in words', t => {
	t.is(said('rssSync', 140, 0), '140 releases read, nothing grabbed');
	t.is(said('rssSync', 1, 1), '1 release read, 1 grabbed');
	t.is(said('missingMovies', 0, 0), 'no movie to look at');
	t.is(said('missingEpisodes', 3, 2), '3 series looked at, 2 searched');
	t.is(said('historyCleanup', 9, 0), 'nothing removed');
	t.is(said('files-1', 4, 4), '4 looked at, 4 changed');
});
