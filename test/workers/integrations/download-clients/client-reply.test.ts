import test from 'ava';
import {activityOf, type ClientFault} from '#shared/domain/downloads/client-download.ts';
import {type ClientWord, type ClientWords, meaningOf, sharesFiles} from '#workers/integrations/download-clients/client-reply.ts';
import {delugeMeaning, delugeWords} from '#workers/integrations/download-clients/deluge/parse-torrents.ts';
import {
	type NzbgetStep,
	nzbgetGroupWords,
	nzbgetHistoryMeaning,
	nzbgetHistoryWords,
	nzbgetSteps,
} from '#workers/integrations/download-clients/nzbget-words.ts';
import {qbittorrentMeaning, qbittorrentWords} from '#workers/integrations/download-clients/qbittorrent/parse-torrents.ts';
import {rtorrentMeaning} from '#workers/integrations/download-clients/rtorrent/parse-torrents.ts';
import {sabnzbdMeaning, sabnzbdWords} from '#workers/integrations/download-clients/sabnzbd/parse-jobs.ts';
import {transmissionError, transmissionWords} from '#workers/integrations/download-clients/transmission/parse-torrents.ts';

for (const [path, other, isShared] of [
	['/d/Tin.Harbour', '/d/Tin.Harbour', true],
	['/d/Tin.Harbour/', '/d/Tin.Harbour', true],
	['/d/Tin.Harbour', '/d/Tin.Harbour/Tin.Harbour.mkv', true],
	['/d/Tin.Harbour/Tin.Harbour.mkv', '/d/Tin.Harbour', true],
	['D:\\films\\Tin.Harbour', 'D:\\films\\Tin.Harbour\\a.mkv', true],
	['/d/Tin.Harbour', '/d/Tin.Harbour.2', false],
	['/d/Tin.Harbour', '/links/Tin.Harbour', false],
	['/d/Tin.Harbour', null, false],
	[null, '/d/Tin.Harbour', false],
] as const) {
	test(`${path} and ${other} ${isShared ? 'share files' : 'have files of their own'}`, t => {
		t.is(sharesFiles(path, [other]), isShared);
	});
}

/** What follows: from it a release is imported, fails at once, fails once it stalls, or waits however long. */
type Outcome = 'completes' | 'fails' | 'may stall' | 'works' | 'waits' | ClientFault;

function outcomeOf(word: ClientWord | null): Outcome | 'is left out' {
	if (!word) {
		return 'is left out';
	}
	if (word.status === 'completed' || word.status === 'failed') {
		return word.status === 'completed' ? 'completes' : 'fails';
	}
	const activity = activityOf(word);
	return word.fault ?? ({fetching: 'may stall', working: 'works', waiting: 'waits'} as const)[activity];
}

/** Each word of a table is named once, and a word that is not in the table is undecided. */
function everyWord(
	client: string,
	words: ClientWords,
	means: (word: string) => ClientWord | null,
	expected: Partial<Record<Outcome, string>>,
) {
	const named = Object.entries(expected).flatMap(([outcome, list]) => list.split(' ').map(word => [word, outcome] as const));
	test(`the words of ${client} are all known`, t => {
		t.deepEqual(named.map(([word]) => word).toSorted(), Object.keys(words).toSorted());
		t.is(outcomeOf(means('a word of tomorrow')), 'unknown');
		t.is(outcomeOf(means('constructor')), 'unknown');
	});
	for (const [word, outcome] of named) {
		test(`${client}: "${word}" ${outcome}`, t => {
			t.is(outcomeOf(means(word)), outcome as Outcome);
		});
	}
}

everyWord('qBittorrent', qbittorrentWords, word => qbittorrentMeaning(word, true), {
	completes: 'uploading stalledUP queuedUP forcedUP pausedUP stoppedUP',
	waits: 'pausedDL stoppedDL queuedDL',
	works: 'checkingDL checkingUP checkingResumeData moving allocating',
	'may stall': 'downloading forcedDL metaDL forcedMetaDL unknown missingFiles stalledDL',
	client: 'error',
});
everyWord('SABnzbd', sabnzbdWords, word => sabnzbdMeaning(word, []), {
	completes: 'Completed',
	fails: 'Failed',
	waits: 'Idle Queued Grabbing Propagating Paused',
	works: 'Checking QuickCheck Verifying Repairing Extracting Moving Running',
	'may stall': 'Downloading Fetching',
});
everyWord('Deluge', delugeWords, state => delugeMeaning({state, isFinished: false, progress: 50, message: ''}), {
	works: 'Allocating Checking Moving',
	'may stall': 'Downloading Seeding',
	waits: 'Queued Paused',
	client: 'Error',
});
everyWord('Transmission', transmissionWords, word => meaningOf(transmissionWords, word, 'Transmission'), {
	waits: '0 3',
	works: '1 2',
	'may stall': '4 5 6',
});

const fine = Object.fromEntries(nzbgetSteps.map(step => [step, step === 'Status' ? 'SUCCESS/ALL' : 'NONE'])) as Record<NzbgetStep, string>;
const bySteps = (step: NzbgetStep) => (word: string) => nzbgetHistoryMeaning({...fine, [step]: word});

test('the words of NZBGet in its queue are all known', t => {
	const outcomes = Object.groupBy(Object.entries(nzbgetGroupWords), ([, word]) => outcomeOf(word));
	t.deepEqual(
		outcomes['may stall']?.map(([word]) => word),
		['DOWNLOADING', 'FETCHING'],
	);
	t.deepEqual(
		outcomes.waits?.map(([word]) => word),
		['QUEUED', 'PAUSED'],
	);
	t.is(outcomes.works?.length, 13);
});
everyWord("NZBGet's verdict", nzbgetHistoryWords.Status, bySteps('Status'), {
	completes: 'SUCCESS/ALL SUCCESS/UNPACK SUCCESS/PAR SUCCESS/HEALTH SUCCESS/GOOD SUCCESS/MARK SUCCESS/HIDDEN WARNING/HEALTH DELETED/MANUAL',
	fails:
		'WARNING/SCRIPT WARNING/PASSWORD WARNING/DAMAGED WARNING/REPAIRABLE FAILURE/PAR FAILURE/UNPACK FAILURE/HEALTH FAILURE/BAD FAILURE/SCAN FAILURE/FETCH FAILURE/HIDDEN DELETED/DUPE DELETED/COPY DELETED/GOOD',
	client: 'WARNING/SPACE FAILURE/MOVE',
	unknown: 'WARNING/SKIPPED FAILURE/INTERNAL_ERROR',
});
everyWord('ParStatus of NZBGet', nzbgetHistoryWords.ParStatus, bySteps('ParStatus'), {
	completes: 'NONE SUCCESS',
	fails: 'FAILURE MANUAL REPAIR_POSSIBLE',
});
everyWord('UnpackStatus of NZBGet', nzbgetHistoryWords.UnpackStatus, bySteps('UnpackStatus'), {
	completes: 'NONE SUCCESS',
	fails: 'FAILURE PASSWORD',
	client: 'SPACE',
});
everyWord('MoveStatus of NZBGet', nzbgetHistoryWords.MoveStatus, bySteps('MoveStatus'), {completes: 'NONE SUCCESS', client: 'FAILURE'});
everyWord('MarkStatus of NZBGet', nzbgetHistoryWords.MarkStatus, bySteps('MarkStatus'), {completes: 'NONE SUCCESS GOOD', fails: 'BAD'});

test('of the steps of a job the worst counts, unless a person has marked it', t => {
	const of = (words: Partial<Record<NzbgetStep, string>>) => outcomeOf(nzbgetHistoryMeaning({...fine, ...words}));
	t.is(of({ParStatus: 'FAILURE', MoveStatus: 'FAILURE'}), 'fails');
	t.is(of({MoveStatus: 'FAILURE', ScriptStatus: 'UNKNOWN'}), 'client');
	t.is(of({Status: 'FAILURE/HEALTH', MoveStatus: 'SUCCESS'}), 'fails');
	t.is(of({Status: 'SUCCESS/GOOD', ParStatus: 'FAILURE', MarkStatus: 'GOOD'}), 'completes');
	t.is(of({Status: 'FAILURE/BAD', DeleteStatus: 'MANUAL', MarkStatus: 'BAD'}), 'fails');
	t.is(of({Status: 'DELETED/MANUAL', DeleteStatus: 'MANUAL'}), 'is left out');
});

for (const [outcome, texts] of Object.entries({
	client: [
		'Unpacking failed, write error or disk is full?',
		'Unpacking failed, file too large for filesystem (FAT?)',
		'Repairing failed, Disk full',
		'Failed moving /incomplete/Tin.Harbour to /downloads/Tin.Harbour',
		'Failed to move files',
		'Cannot create final folder /downloads/Tin.Harbour',
		'Disk error on creating file /incomplete/Tin.Harbour/a.rar',
		'[Errno 28] No space left on device',
		'[Errno 13] Permission denied: /downloads',
		'Entpacken fehlgeschlagen, Schreibfehler oder Festplatte voll?',
		'Rozbalení se nezdařilo, disk je plný',
		'Udpakning mislykkedes, disken er fuld',
		'Açma başarısız oldu, disk dolu',
		'פריקה נכשלה, דיסק מלא',
		'Konnte Download-Ordner /ziel nicht anlegen',
		'Impossible de créer le dossier /films',
		'Kan bestemmingsmap /films niet maken',
		'无法创建目录 /films',
		'Verschieben von /a nach /b fehlgeschlagen',
		'Error al mover /a a /b',
		'Не удалось переместить /a в /b',
		'Levyvirhe luotaessa tiedostoa /a',
		'Erro ao renomear "a" para "b"',
		'Extraction: trop volumineux (FAT ?)',
	],
	unknown: ['Post-processing was aborted', 'Unpacking failed, path is too long'],
	fails: [
		'',
		'Aborted, cannot be completed - https://sabnzbd.org/not-complete',
		'Repair failed, not enough repair blocks (12 short)',
		'Unpacking failed, archive requires a password',
		'Unpacking failed, CRC error',
		'Unpacking failed, unable to find tin.r07',
		'Aborted, encryption detected',
		'Abgebrochen, kann nicht fertiggestellt werden',
		"Échec de l'extraction, erreur CRC",
		'Uitpakken mislukt, archief vereist wachtwoord',
		'Zrušeno, nelze dokončit',
		'Exit(1): the script did not like it',
	],
})) {
	for (const text of texts) {
		test(`SABnzbd: Failed with "${text}" is ${outcome}`, t => {
			t.is(outcomeOf(sabnzbdMeaning('Failed', [text])), outcome as Outcome);
		});
	}
}

test('the log of a SABnzbd job says what its message leaves out', t => {
	t.is(outcomeOf(sabnzbdMeaning('Failed', ['', 'Unpacked 3 files', 'Failed moving /a/b to /c/b'])), 'client');
});

test('qBittorrent: a magnet link without the DHT says so', t => {
	t.is(outcomeOf(qbittorrentMeaning('metaDL', false)), 'may stall');
	t.regex(qbittorrentMeaning('metaDL', false).message ?? '', /DHT/);
});

test('Transmission: the number of an error says whose it is', t => {
	t.is(transmissionError(0, ''), null);
	t.is(transmissionError(null, ''), null);
	t.is(outcomeOf(transmissionError(1, 'Tracker gave HTTP response code 404')), 'tracker');
	t.is(outcomeOf(transmissionError(2, 'Unregistered torrent')), 'tracker');
	t.is(outcomeOf(transmissionError(null, 'Unregistered torrent')), 'tracker');
	t.is(outcomeOf(transmissionError(3, 'No space left on device')), 'client');
	t.is(outcomeOf(transmissionError(3, 'No data found! Ensure your drives are connected or use "Set Location".')), 'may stall');
	t.is(outcomeOf(transmissionError(3, 'Paused torrent as no data was found! Ensure your drives are connected.')), 'may stall');
	t.is(outcomeOf(transmissionError(3, "Couldn't move '/a' to '/b': Permission denied (13)")), 'client');
	t.is(outcomeOf(transmissionError(9, 'news')), 'unknown');
});

test('Deluge: a finished torrent is complete unless it is worked on or faulty', t => {
	const of = (state: string, message = '', progress: number | null = 100) =>
		outcomeOf(delugeMeaning({state, isFinished: true, progress, message}));
	t.deepEqual(
		['Seeding', 'Queued', 'Paused'].map(state => of(state)),
		['completes', 'completes', 'completes'],
	);
	t.deepEqual(
		['Checking', 'Moving', 'Error', 'Tomorrow'].map(state => of(state)),
		['works', 'works', 'client', 'unknown'],
	);
	t.is(of('Error', 'Missing or invalid torrent data!'), 'may stall');
	t.is(of('Paused', '', 99.9), 'waits', 'it was paused, checked anew, and has lost pieces');
	t.is(of('Paused', '', null), 'completes');
});

test('rTorrent: flags first, then what its message complains about', t => {
	const of = (change: Partial<Parameters<typeof rtorrentMeaning>[0]>) =>
		outcomeOf(rtorrentMeaning({isComplete: false, isActive: true, hashing: 0, message: '', ...change}));
	t.is(of({}), 'may stall');
	t.is(of({isActive: false}), 'waits');
	t.is(of({hashing: 2, isComplete: true}), 'works');
	t.is(of({isComplete: true, message: 'Tracker: [Timed out]'}), 'completes');
	t.is(of({message: 'Tracker: [Timed out]'}), 'may stall');
	t.is(of({message: 'Storage error: [File chunk write error: No space left on device]'}), 'client');
	t.is(of({message: 'Download registered as completed, but hash check returned unfinished chunks.'}), 'may stall');
});
