import { describe, expect, it } from '@jest/globals';
import { z } from 'zod';
import { allEvents } from '../../event-sets.js';
import { concernedIds, OTHER_ID_FIELDS, PERSON_ID_FIELDS, sealedFieldsOf } from './concerned.js';
import { sentenceFields, sentenceOf, sentences } from './sentences.js';

type JsonSchema = z.core.JSONSchema.BaseSchema;

const definitions = allEvents.flatMap((eventSet) => Object.entries(eventSet.definitions));

/** The names of all texts in a schema, at any depth, without fixed choices. */
const textFields = (schema: JsonSchema, name = ''): string[] => {
  if (schema.enum ?? schema.const) return [];
  const nested = [...(schema.anyOf ?? []), ...(schema.oneOf ?? []), schema.items ?? []].flat();
  return [
    ...(schema.type === 'string' ? [name] : []),
    ...nested.flatMap((part) => textFields(part as JsonSchema, name)),
    ...Object.entries(schema.properties ?? {}).flatMap(([property, value]) =>
      textFields(value as JsonSchema, property),
    ),
  ];
};

describe('an event type', () => {
  it.each(definitions)(
    'has a sentence that uses only its own unsealed fields: %s',
    (type, { data }) => {
      expect(sentences[type]).toBeDefined();
      expect(Object.keys(data.shape)).toEqual(expect.arrayContaining(sentenceFields(type)));
      expect(sealedFieldsOf(type).filter((field) => sentenceFields(type).includes(field))).toEqual(
        [],
      );
    },
  );

  it.each(definitions)(
    'classifies each id field as the id of a person or of something else: %s',
    (_, { data }) => {
      const idFields = textFields(z.toJSONSchema(data) as JsonSchema).filter(
        (name) => /(Ids?|[a-z]By)$/.test(name) || name === 'of',
      );
      expect(
        idFields.filter((name) => !PERSON_ID_FIELDS.has(name) && !OTHER_ID_FIELDS.has(name)),
      ).toEqual([]);
    },
  );

  it('has a sentence only while it exists', () =>
    expect(definitions.map(([type]) => type)).toEqual(
      expect.arrayContaining(Object.keys(sentences)),
    ));
});

describe('the people whom an event concerns', () => {
  it('include both players of a challenge', () =>
    expect(concernedIds('PlayerChallenged', { challengerId: 'pavel', opponentId: 'olga' })).toEqual(
      ['pavel', 'olga'],
    ));

  it('include the person who reported a review', () =>
    expect(
      concernedIds('ReviewReported', { playerId: 'pavel', hostId: 'hana', reportedBy: 'nora' }),
    ).toEqual(expect.arrayContaining(['pavel', 'hana', 'nora'])));

  it('include people at any depth', () =>
    expect(concernedIds('MatchConfirmed', { players: [{ playerId: 'olga' }] })).toEqual(['olga']));
  it('do not include the owners of keys who have no account', () =>
    expect(concernedIds('GuestAdded', { playerId: 'pavel', guestId: 'gus' })).toEqual(['pavel']));
});

describe('a sentence', () => {
  const show = (_: string, value: unknown) => String(value);

  it('says who did what', () =>
    expect(
      sentenceOf(
        'ApplicationReviewed',
        'Avery',
        { status: 'approved', applicationId: 'Hugo', kind: 'host' },
        show,
      ),
    ).toBe("Avery approved Hugo's host application"));

  it('depends on the value of a boolean field', () =>
    expect(
      [true, false].map((upheld) =>
        sentenceOf('MatchDisputeSettled', 'Avery', { upheld, loggerId: 'Pavel' }, show),
      ),
    ).toEqual([
      "Avery upheld an objection to Pavel's result",
      "Avery rejected an objection to Pavel's result",
    ]));

  it('names who decided a report and whom it is about', () => {
    const facts = { kind: 'no show', side: 'host', playerId: 'Pavel', courtId: 'Roxbury' };
    const decision = { ...facts, hostId: 'Hana', isUpheld: true, by: 'admin' };
    expect(sentenceOf('IncidentDecided', 'Avery', decision, show)).toBe(
      "Avery upheld a no show report by the host about Pavel's booking of Roxbury from Hana (admin)",
    );
    expect(sentenceFields('IncidentDecided')).toEqual(
      expect.arrayContaining(['playerId', 'hostId', 'by']),
    );
  });

  it('is readable for types of a newer release', () =>
    expect(sentenceOf('CourtPainted', 'Avery', {}, show)).toBe('Court painted'));
});
