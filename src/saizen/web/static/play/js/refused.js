/** What a source of answers refuses, with its one sentence. */
export class Refused extends Error {}
