import type {Mark} from './mark.ts';

/** hCaptcha and reCAPTCHA of the site itself. The scripts alone tell nothing: they also run without asking anybody. */
export const captchaMarks: readonly Mark[] = [
	{finding: 'captcha_a', all: {class: ['h-captcha']}},
	{finding: 'captcha_a', all: {field: ['h-captcha-response']}},
	{finding: 'captcha_a', all: {source: ['hcaptcha.com/captcha/v1/']}},
	{finding: 'captcha_b', all: {class: ['g-recaptcha']}},
	{finding: 'captcha_b', all: {source: ['/recaptcha/api2/anchor', '/recaptcha/enterprise/anchor', '/recaptcha/api/fallback']}},
];

/** Parts of titles of pages that are about a check and nothing else. */
export const tellingTitles = [
	'just a moment',
	'attention required',
	'security check',
	'captcha',
	'are you human',
	'are you a human',
	'are you a robot',
	'not a robot',
	'verify you are human',
	'human verification',
	'checking your browser',
];
