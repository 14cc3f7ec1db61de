import {buildLogin, buildLoginTest, type LoginRequest, type LoginStep} from '../domain/definitions/build-login.ts';
import {buildRequests, type SiteQuestion, type SiteRequest} from '../domain/definitions/build-requests.ts';
import {type CatalogueEntry, catalogueEntry} from '../domain/definitions/catalogue.ts';
import {type Definition, type Fault, type Pairs, Unusable} from '../domain/definitions/definition.ts';
import {withoutSecrets} from '../domain/definitions/secrecy.ts';
import {checkDefinition} from './check-definition.ts';
import {type DownloadPages, type DownloadStep, nextDownloadStep} from './download-page.ts';
import {fillLoginForm, isLoggedOut, type LoginForm, type LoginPage, type LoginReply, loginFault} from './login-page.ts';
import {parseDefinition} from './parse-definition.ts';
import {type ReadReply, readReply, type SiteReply} from './read-reply.ts';
import {createSiteTools} from './site-tools.ts';

/** A definition as it is in its file. */
export interface DefinitionFile {
	/** Name of the file without `.yml`. */
	key: string;
	text: string;
}

/** The questions about a definition that a thread answers. Dates and maps survive the transfer. */
export interface Questions {
	check: {file: DefinitionFile; answer: CheckedDefinition};
	/** For the list of sites. `entry` is null for a definition that cannot be used. */
	entry: {file: DefinitionFile; answer: {entry: CatalogueEntry | null; faults: Fault[]}};
	/** For whoever sends the requests. */
	open: {file: DefinitionFile; answer: Definition};
	requests: {file: DefinitionFile; question: SiteQuestion; answer: SiteRequest[]};
	read: {file: DefinitionFile; question: SiteQuestion; reply: SiteReply; requestIndex?: number; answer: ReadReply};
	login: {file: DefinitionFile; question: LoginQuestion; answer: LoginStep};
	loginForm: {file: DefinitionFile; question: LoginQuestion; page: LoginPage; answers?: Pairs<string>; answer: LoginForm};
	loginTest: {file: DefinitionFile; question: LoginQuestion; answer: LoginRequest | null};
	/** `link` is where the release says that its file is. */
	download: {file: DefinitionFile; question: LoginQuestion; link: string; pages: DownloadPages; answer: DownloadStep};
	/** Null when the login succeeded, else why not. */
	loginReply: {file: DefinitionFile; question: LoginQuestion; reply: LoginReply; answer: string | null};
	isLoggedOut: {file: DefinitionFile; reply: LoginReply; answer: boolean};
}
type LoginQuestion = Omit<SiteQuestion, 'search'>;
export type QuestionKind = keyof Questions;
export type QuestionOf<Kind extends QuestionKind> = Omit<Questions[Kind], 'answer'>;

export interface CheckedDefinition {
	definition: Definition | null;
	faults: Fault[];
}

/** Definitions that are kept parsed. One search asks for the same one several times. */
const maxCached = 20;

/** Faults of a definition that are listed, and the length of each, which quotes the file. */
const maxFaults = 50;
const maxWords = 300;
const shortened = ({place, reason, isFatal}: Fault): Fault => ({
	place: place.slice(0, maxWords),
	reason: reason.slice(0, maxWords),
	isFatal,
});

/** Answers questions and keeps the definitions that were used last. Throws `Unusable` for what cannot be answered. */
export function createAnswers(): {[Kind in QuestionKind]: (asked: QuestionOf<Kind>) => Questions[Kind]['answer']} {
	const cached = new Map<string, CheckedDefinition>();
	const patterns = new Set<string>();

	function parse({key, text}: DefinitionFile): CheckedDefinition {
		const found = cached.get(text) ?? parseDefinition(text, key);
		cached.delete(text);
		cached.set(text, found);
		for (const oldest of [...cached.keys()].slice(0, -maxCached)) {
			cached.delete(oldest);
		}
		return found;
	}

	function usable(file: DefinitionFile): Definition {
		const {definition, faults} = parse(file);
		const fatal = faults.find(({isFatal}) => isFatal);
		if (!definition || fatal) {
			throw new Unusable(`the definition cannot be used: ${fatal ? `${fatal.place} ${fatal.reason}` : ''}`);
		}
		return definition;
	}

	function check({key, text}: DefinitionFile): CheckedDefinition {
		const {definition, faults} = parseDefinition(text, key);
		return {definition, faults: definition ? [...faults, ...checkDefinition(definition, patterns)] : faults};
	}

	/** A definition can spell a secret in a reason, so the reason is that of the question without secrets. */
	function withShownReason<Question extends LoginQuestion, Answer>(question: Question, answer: (question: Question) => Answer): Answer {
		try {
			return answer(question);
		} catch (error) {
			if (error instanceof Unusable && question.secrets && question.secrets.names.length > 0) {
				answer(withoutSecrets(question));
				throw new Unusable(
					'a secret setting does not fit where the definition uses it: enter it again without line breaks and other characters that it does not have',
				);
			}
			throw error;
		}
	}

	return {
		check: ({file}) => check(file),
		entry({file}) {
			const {definition, faults} = check(file);
			const isUsable = faults.every(({isFatal}) => !isFatal);
			return {entry: definition && isUsable ? catalogueEntry(definition) : null, faults: faults.slice(0, maxFaults).map(shortened)};
		},
		open: ({file}) => usable(file),
		requests({file, question}) {
			const definition = usable(file);
			return withShownReason(question, asked => buildRequests(definition, asked, createSiteTools(definition.encoding)));
		},
		read({file, question, reply, requestIndex}) {
			return withShownReason(question, asked => readReply(usable(file), asked, reply, requestIndex));
		},
		login({file, question}) {
			const definition = usable(file);
			return withShownReason(question, asked => buildLogin(definition, asked, createSiteTools(definition.encoding)));
		},
		download: ({file, question, link, pages}) => withShownReason(question, asked => nextDownloadStep(usable(file), asked, link, pages)),
		loginTest: ({file, question}) => withShownReason(question, asked => buildLoginTest(usable(file), asked)),
		loginForm({file, question, page, answers}) {
			return withShownReason(question, asked => fillLoginForm(usable(file), asked, page, answers ?? []));
		},
		loginReply({file, question, reply}) {
			return loginFault(usable(file), withoutSecrets(question), reply);
		},
		isLoggedOut({file, reply}) {
			return isLoggedOut(usable(file), reply);
		},
	};
}
