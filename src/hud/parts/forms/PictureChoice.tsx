import { type ReactNode, useEffect, useId, useState } from 'react';
import { useSave } from '../../kit/useSave.ts';
import { Button, buttonClass } from '../../system/Button.tsx';
import { Spinner } from '../../system/Loading.tsx';
import { FormSection } from './FormSection.tsx';

/** An address of a file that was chosen, for as long as it is shown. */
function useFileAddress(file: File | null): string | null {
  const [address, setAddress] = useState<string | null>(null);
  useEffect(() => {
    if (!file) return setAddress(null);
    const url = URL.createObjectURL(file);
    setAddress(url);
    return () => URL.revokeObjectURL(url);
  }, [file]);
  return address;
}

const TYPES = ['image/png', 'image/jpeg', 'image/webp', 'image/gif', 'image/avif'];

/** What is wrong with a chosen file, as far as it can be told before it is sent; '' for nothing. */
function complaintOf({ name, size, type }: File, maxBytes: number): string {
  if (!TYPES.includes(type)) {
    return `“${name}” is no picture of a kind that can be used: PNG, JPEG, WebP, GIF or AVIF.`;
  }
  return size > maxBytes ? `“${name}” is larger than ${maxBytes / 1024 ** 2} MB.` : '';
}

export interface PictureChoiceProps {
  title: string;
  text: string;
  /** What is chosen, for people who hear the page: `a picture`, `an icon`. */
  what?: string;
  /** Address of the one that is there; null for none. */
  src: string | null;
  maxBytes: number;
  /** Shows a picture as it will stand, or what stands there without one. */
  preview(src: string | null): ReactNode;
  /** Sends a picture, or takes away the one that is there. Rejects with the ApiError of the call. */
  save(file: File | null): Promise<unknown>;
}

/** A picture of something: chosen, looked at as it will be cut, then sent. */
export function PictureChoice(props: PictureChoiceProps) {
  const { title, text, what = 'a picture', src, maxBytes, preview, save } = props;
  const id = useId();
  const [file, setFile] = useState<File | null>(null);
  const [complaint, setComplaint] = useState('');
  const chosenSrc = useFileAddress(file);
  const { isBusy, trouble, run, forget } = useSave(async (chosen: File | null) => {
    await save(chosen);
    setFile(null);
  });
  const choose = (chosen: File | undefined) => {
    if (!chosen) return;
    const found = complaintOf(chosen, maxBytes);
    setComplaint(found);
    forget();
    // What was chosen before stays.
    if (!found) setFile(chosen);
  };
  return (
    <FormSection
      title={title}
      text={text}
      trouble={complaint || trouble.replace(/^(image|file):/, 'The file')}
    >
      <div className="row wrap gap24">
        {preview(chosenSrc ?? src)}
        <div className="row wrap gap12">
          <span>
            <input
              id={id}
              className="hiddenFile"
              type="file"
              accept={TYPES.join(',')}
              onChange={(event) => {
                choose(event.currentTarget.files?.[0]);
                event.currentTarget.value = '';
              }}
            />
            <label htmlFor={id} className={buttonClass('sm', 'outlined')}>
              {src || file ? 'Choose another' : `Choose ${what}`}
            </label>
          </span>
          {file && (
            <>
              <Button size="sm" variant="filled" aria-busy={isBusy} onClick={() => void run(file)}>
                {isBusy ? <Spinner size={18} /> : 'Use this one'}
              </Button>
              <Button size="sm" variant="bare" onClick={() => setFile(null)}>
                Leave it
              </Button>
            </>
          )}
          {!file && src && (
            <Button size="sm" variant="bare" aria-busy={isBusy} onClick={() => void run(null)}>
              {isBusy ? <Spinner size={18} /> : `Remove ${what.replace(/^an? /, '')}`}
            </Button>
          )}
        </div>
      </div>
    </FormSection>
  );
}
